'use client';
import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTexts } from '../../text/use-texts.ts';

/** Beside a button that adds in another way: the form of the definition. */
export default function AddMenu({ label, onForm }: { readonly label: string; onForm(): void }) {
  const { translate } = useTexts();
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={translate('resource.addOther')}>
          <IconChevronDown size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onForm}>{label}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
