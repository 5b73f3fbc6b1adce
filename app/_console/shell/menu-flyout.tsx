'use client';
import { Menu, type MenuProps } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { NamedIcon } from '../ui/icons/named-icon.tsx';
import styles from './menu-flyout.module.css';
import type { MenuItem } from './menu-items.ts';
import { useHost } from './shell-context.ts';
import { useTitle } from './use-title.ts';

/** Submenu beside or below its button. `children` is the button, as a `Menu.Target`. */
export function MenuFlyout({
  item,
  trail,
  position,
  onOpen,
  children,
}: {
  readonly item: MenuItem;
  readonly trail: readonly string[];
  readonly position: NonNullable<MenuProps['position']>;
  readonly onOpen?: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  const title = useTitle();
  return (
    <Menu
      trigger="click-hover"
      openDelay={60}
      closeDelay={180}
      position={position}
      offset={6}
      shadow="md"
      width="max-content"
      radius="md"
    >
      {children}
      <Menu.Dropdown className={styles.dropdown}>
        <Menu.Label>{title(item.title)}</Menu.Label>
        <Pages items={item.children} trail={trail} onOpen={onOpen} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Pages({
  items,
  trail,
  onOpen,
}: {
  readonly items: readonly MenuItem[];
  readonly trail: readonly string[];
  readonly onOpen: (() => void) | undefined;
}) {
  const host = useHost();
  const title = useTitle();
  return items.map((item) => {
    if (item.children.length > 0) {
      return (
        <Fragment key={item.key}>
          <Menu.Label>{title(item.title)}</Menu.Label>
          <Pages items={item.children} trail={trail} onOpen={onOpen} />
        </Fragment>
      );
    }
    const isCurrent = trail.includes(item.key);
    return (
      <Menu.Item
        key={item.key}
        leftSection={<NamedIcon name={item.icon} size={16} />}
        data-current={isCurrent || undefined}
        {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
        onClick={() => {
          void host.open(item.key);
          onOpen?.();
        }}
      >
        {title(item.title)}
      </Menu.Item>
    );
  });
}
