'use client';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirmAction } from '../../ui/dialogs/confirm-action.ts';

export interface LogButtonProps {
  readonly label: string;
  /** Confirmation text. */
  readonly why?: string;
  /** Key of the list to refresh. */
  readonly resource: string;
  /** Returns the message to show, and whether it is a warning. */
  run(): Promise<{ readonly message: string; readonly isBad?: boolean }>;
}

/** A button above a log. */
export function LogButton({ label, why, resource, run }: LogButtonProps) {
  const queries = useQueryClient();
  const running = useMutation({
    mutationFn: run,
    async onSuccess({ message, isBad }) {
      notifications.show({ message, ...(isBad ? { color: 'red', autoClose: false } : {}), role: 'status' });
      await queries.invalidateQueries({ queryKey: [resource] });
    },
  });
  const press = async () => {
    if (why && !(await confirmAction({ title: label, message: why }))) return;
    running.mutate();
  };
  return (
    <Button
      variant={why ? 'light' : 'default'}
      color={why ? 'red' : 'gray'}
      loading={running.isPending}
      onClick={() => void press()}
    >
      {label}
    </Button>
  );
}
