'use client';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconCheck, IconLineHeight } from '@tabler/icons-react';
import type { Settings } from '../../settings/settings.ts';
import { settingsStore, useSettings } from '../../settings/settings-store.ts';
import { useTexts } from '../parts/use-texts.ts';

const sizes = ['default', 'middle', 'small'] as const satisfies readonly Settings['tableSize'][];

/** How tall rows are and whether they have borders: kept for every table of this browser. */
export function LookMenu() {
  const { tableSize, tableBordered } = useSettings();
  const { say } = useTexts();
  const mark = (isOn: boolean) => (isOn ? <IconCheck size={16} /> : <span style={{ width: 16 }} />);
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label={say('resource.look')}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={say('resource.look')}>
            <IconLineHeight size={18} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {sizes.map((size) => (
          <Menu.Item
            key={size}
            role="menuitemradio"
            aria-checked={tableSize === size}
            leftSection={mark(tableSize === size)}
            onClick={() => settingsStore.change({ tableSize: size })}
          >
            {say(`resource.size.${size}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={tableBordered}
          leftSection={mark(tableBordered)}
          onClick={() => settingsStore.change({ tableBordered: !tableBordered })}
        >
          {say('resource.borders')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
