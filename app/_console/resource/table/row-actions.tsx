'use client';
import { Button, Group, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { Row } from '../../../../lib/contracts/admin/row-types.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useResourceActions } from '../actions/resource-actions.tsx';
import { useResourcePage } from '../context/resource-page-context.ts';
import { rowNameOf } from '../data/row.ts';
import { useSortParts } from '../sort/sort-context.ts';
import styles from './resource-table.module.css';

/** Additional actions are in a menu. */
const maxButtons = 3;
/** If the page has its own buttons, fewer standard ones are shown. */
const maxBesideOwn = 1;

export function RowActions({ row }: { readonly row: Row }) {
  const { resource, slots } = useResourcePage();
  const { actionsOf } = useResourceActions();
  const { translate } = useTexts();
  const sort = useSortParts();
  const offered = actionsOf(row);
  const name = rowNameOf(resource.definition, row);
  const own = slots.rowActions?.(row);
  // Delete is last, away from frequent actions.
  const isMany = own ? offered.length > maxBesideOwn : offered.length > maxButtons;
  const actions = isMany
    ? [...offered.filter((one) => one.key !== 'remove'), ...offered.filter((one) => one.key === 'remove')]
    : offered;
  const count = own ? maxBesideOwn : actions.length > maxButtons ? maxButtons - 1 : actions.length;
  const shown = [...actions.filter(({ isMain }) => isMain), ...actions.filter(({ isMain }) => !isMain)].slice(
    0,
    count,
  );
  const rest = actions.filter((action) => !shown.includes(action));
  const menu = slots.rowMenu?.(row);
  return (
    <Group gap={2} wrap="nowrap" data-row-actions className={styles.buttons}>
      {shown.map((action) => (
        <Button
          key={action.key}
          size="compact-sm"
          variant="subtle"
          {...(action.isDangerous ? { color: 'red' } : {})}
          onClick={action.run}
          aria-label={`${action.label} ${name}`}
        >
          {action.label}
        </Button>
      ))}
      {own}
      {(rest.length > 0 || sort || menu) && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="subtle"
              rightSection={<IconChevronDown size={14} />}
              aria-label={`${translate('common.more')} ${name}`}
            >
              {translate('common.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {sort && <sort.Items row={row} />}
            {menu}
            {rest.map((action) => (
              <Menu.Item
                key={action.key}
                {...(action.isDangerous ? { color: 'red' } : {})}
                onClick={action.run}
              >
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}
