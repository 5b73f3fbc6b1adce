'use client';
import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import dialog from '../../resource/parts/dialog.module.css';
import { useText } from '../../settings/use-text.ts';
import { useFocusBack } from './use-focus-back.ts';

/** From the right, as wide as a phone is. */
export function RoomDrawer(props: Omit<DrawerProps, 'opened'>) {
  const say = useText();
  useFocusBack();
  return (
    <Drawer
      opened
      position="right"
      size="lg"
      classNames={{ title: dialog['title'] ?? '' }}
      closeButtonProps={{ 'aria-label': say('common.close') }}
      {...props}
    />
  );
}

export function RoomDialog(props: Omit<ModalProps, 'opened'>) {
  const say = useText();
  useFocusBack();
  return (
    <Modal
      opened
      classNames={{ title: dialog['title'] ?? '' }}
      closeButtonProps={{ 'aria-label': say('common.close') }}
      {...props}
    />
  );
}
