'use client';
import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import styles from './header.module.css';

/** Icon button of the header, with its label as tooltip. */
export function HeaderButton({
  label,
  icon: Sign,
  className,
  ...others
}: { readonly label: string; readonly icon: Icon } & ActionIconProps & ComponentPropsWithRef<'button'>) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        size={36}
        radius="md"
        className={`${styles.button} ${className ?? ''}`}
        aria-label={label}
        {...others}
      >
        <Sign size={19} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
