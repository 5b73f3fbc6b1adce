'use client';
import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { modalsComing } from './modals-host.tsx';

/** Resolves with whether it was confirmed; closing the question is a no. */
export async function ask(question: string, title: string, isDangerous = false): Promise<boolean> {
  const coming = modalsComing();
  if (coming) {
    try {
      await coming;
    } catch {
      // The network is away: the browser can ask as well.
      return window.confirm(question);
    }
  }
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{question}</Text>,
      // Enter must never be what loses something.
      cancelProps: { 'data-autofocus': true },
      ...(isDangerous ? { confirmProps: { color: 'red' } } : {}),
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}
