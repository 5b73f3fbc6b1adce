'use client';
/** The dialogs and drawers of the console. */
import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useText } from '../../text/use-text.ts';
import { useReturnFocus } from '../use-return-focus.ts';
import dialog from './dialog.module.css';
import { useCloseOnEscape } from './use-close-on-escape.ts';

type PageDrawerProps = Omit<DrawerProps, 'opened' | 'id'> & { readonly opened?: boolean };
type PageDialogProps = Omit<ModalProps, 'opened' | 'id'> & { readonly opened?: boolean };

/** Drawer from the right, full width on phones. */
export function PageDrawer({ opened = true, closeOnEscape = true, classNames, ...props }: PageDrawerProps) {
  return (
    <Drawer
      position="right"
      size="lg"
      classNames={{ title: dialog.title ?? '', ...classNames }}
      {...useDialog(opened, closeOnEscape, props.onClose)}
      {...props}
    />
  );
}

export function PageDialog({ opened = true, closeOnEscape = true, classNames, ...props }: PageDialogProps) {
  return (
    <Modal
      classNames={{ title: dialog.title ?? '', ...classNames }}
      {...useDialog(opened, closeOnEscape, props.onClose)}
      {...props}
    />
  );
}

/** What both have in common. */
function useDialog(opened: boolean, closesOnEscape: boolean, onClose: () => void) {
  const translate = useText();
  useReturnFocus();
  const id = useCloseOnEscape(opened, () => closesOnEscape && onClose());
  return {
    id,
    opened,
    closeOnEscape: false,
    closeButtonProps: { 'aria-label': translate('common.close') },
  };
}
