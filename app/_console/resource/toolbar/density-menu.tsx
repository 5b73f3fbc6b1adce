'use client';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconLineHeight } from '@tabler/icons-react';
import type { Settings } from '../../settings/settings.ts';
import { settingsStore, useSettings } from '../../settings/settings-store.ts';
import { useTexts } from '../../text/use-texts.ts';

const sizes = ['default', 'middle', 'small'] as const satisfies readonly Settings['tableSize'][];

/** Row height and borders, stored for all tables of this browser. */
export function DensityMenu() {
  const { tableSize, tableBordered } = useSettings();
  const { translate } = useTexts();
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label={translate('resource.look')}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={translate('resource.look')}>
            <IconLineHeight size={18} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={tableSize}
          onChange={(value) => settingsStore.change({ tableSize: value as Settings['tableSize'] })}
        >
          {sizes.map((size) => (
            <Menu.RadioItem key={size} value={size}>
              {translate(`resource.size.${size}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.CheckboxItem
          checked={tableBordered}
          onChange={(isOn) => settingsStore.change({ tableBordered: isOn })}
        >
          {translate('resource.borders')}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}
