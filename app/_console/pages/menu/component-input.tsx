'use client';
import { Autocomplete, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { systemMenu } from '../../../../lib/contracts/admin/resources/system-menu.resource.ts';
import { type FormExtraProps, usePageRows } from '../../resource/context/resource-page-context.ts';
import { containers } from '../../shell/menu-routes.ts';
import { usePageNames } from '../../shell/page-names.ts';
import { usePageText } from '../../text/use-page-text.ts';

const typingMs = 400;

/**
 * Component of a menu: a page of this console, or a container for directories. Other clients may have other
 * components, so unknown names are accepted with a warning.
 */
export function ComponentInput({ values, set, errors }: FormExtraProps<typeof systemMenu>) {
  const translate = usePageText();
  const rows = usePageRows('system.menu');
  const pages = usePageNames();
  const isPage = values.menuType === 'C';
  const isForeign = values.isFrame === '0';
  const known = isPage ? pages : containers;
  const component = (values.component ?? '').trim();
  const [settled] = useDebouncedValue(component, typingMs);
  const isUnknown = !isForeign && settled === component && component !== '' && !known.includes(component);
  /** Listed menus that already show this component. */
  const usedBy = (name: string) =>
    (rows.page?.records ?? [])
      .filter((row) => row.component === name)
      .map(({ menuName }) => menuName)
      .join(translate('common.and'));
  return (
    <>
      <Autocomplete
        label={translate('pages.component')}
        description={translate(isPage ? 'pages.componentOfPage' : 'pages.componentOfDirectory')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk={isPage && !isForeign}
        error={errors.component}
        data={[...known]}
        value={values.component ?? ''}
        onChange={(name) => set('component', name)}
        openOnFocus={false}
        clearable
        renderOption={({ option }) => (
          <Group justify="space-between" wrap="nowrap" gap="xs" flex={1}>
            <span>{option.value}</span>
            <Text size="xs" c="dimmed" ta="end">
              {usedBy(option.value)}
            </Text>
          </Group>
        )}
      />
      <Text size="xs" mt={4} role="status" data-warning={isUnknown || undefined}>
        {isUnknown && (
          <Group gap={4} wrap="nowrap" align="start" component="span">
            <IconAlertTriangle size={14} aria-hidden style={{ flex: 'none' }} />
            {translate(isPage ? 'pages.componentUnknown' : 'pages.componentNoContainer', { name: component })}
          </Group>
        )}
      </Text>
    </>
  );
}
