'use client';
import { Button, Group, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { Row } from '../../../../lib/contracts/admin/row-types.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useResourceActions } from '../actions/resource-actions.tsx';
import type { RowAction } from '../actions/use-actions.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { RowPlaceContext } from '../context/row-place.ts';
import { rowNameOf } from '../data/row.ts';
import { useSortParts } from '../sort/sort-context.ts';
import styles from './resource-table.module.css';

/** Additional actions are in a menu. */
const maxButtons = 3;
/** If the page has its own buttons, fewer standard ones are shown. */
const maxBesideOwn = 1;

interface RowActionsProps {
  readonly row: Row;
  /** One standard button remains, and those of the page that are not rare. */
  readonly isShort?: boolean;
}

export function RowActions({ row, isShort = false }: RowActionsProps) {
  const { resource, slots } = useResourcePage();
  const { actionsOf } = useResourceActions();
  const { translate } = useTexts();
  const sort = useSortParts();
  const offered = actionsOf(row);
  const name = rowNameOf(resource.definition, row);
  const own = slots.rowActions?.(row);
  const most = isShort || own ? maxBesideOwn : maxButtons;
  const isMany = offered.length > most;
  // If there are many, delete is last, away from frequent actions.
  const rank = ({ key, isMain }: RowAction) =>
    isMain ? 0 : isShort && key === 'edit' ? 1 : isMany && key === 'remove' ? 3 : 2;
  const actions = [...offered].sort((one, other) => rank(one) - rank(other));
  const count = isMany && most === maxButtons ? maxButtons - 1 : most;
  const shown = actions.slice(0, count);
  const rest = actions.slice(count);
  const menu = slots.rowMenu?.(row);
  const rare = isShort && own;
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
      <RowPlaceContext value={isShort ? 'frequent' : 'all'}>{own}</RowPlaceContext>
      {(rest.length > 0 || sort || menu || rare) && (
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
            {rare && <RowPlaceContext value="rare">{rare}</RowPlaceContext>}
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
