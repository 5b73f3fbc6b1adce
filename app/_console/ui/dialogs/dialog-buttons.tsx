'use client';
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import dialog from './dialog.module.css';

/** The buttons at the end of a dialog, which stay in view while its content is scrolled. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return (
    <Group justify="flex-end" className={dialog.buttons ?? ''}>
      {children}
    </Group>
  );
}
