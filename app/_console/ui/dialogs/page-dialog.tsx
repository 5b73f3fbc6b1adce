'use client';
import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useText } from '../../text/use-text.ts';
import { useReturnFocus } from '../use-return-focus.ts';
import dialog from './dialog.module.css';

/** Drawer from the right, full width on phones. */
export function PageDrawer(props: Omit<DrawerProps, 'opened'>) {
  const translate = useText();
  useReturnFocus();
  return (
    <Drawer
      opened
      position="right"
      size="lg"
      classNames={{ title: dialog.title ?? '' }}
      closeButtonProps={{ 'aria-label': translate('common.close') }}
      {...props}
    />
  );
}

export function PageDialog(props: Omit<ModalProps, 'opened'>) {
  const translate = useText();
  useReturnFocus();
  return (
    <Modal
      opened
      classNames={{ title: dialog.title ?? '' }}
      closeButtonProps={{ 'aria-label': translate('common.close') }}
      {...props}
    />
  );
}
