'use client';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirmAction } from '../../ui/dialogs/confirm-action.ts';

export interface LogButtonProps {
  readonly label: string;
  /** Asked first. */
  readonly why?: string;
  /** List that is read anew. */
  readonly resource: string;
  /** What it says when done, and whether that is bad news. */
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
