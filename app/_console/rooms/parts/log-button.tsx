'use client';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../settings/use-text.ts';

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
  const say = useText();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const running = useMutation({
    mutationFn: run,
    async onSuccess({ message, isBad }) {
      setAsking(false);
      notifications.show({ message, ...(isBad ? { color: 'red', autoClose: false } : {}), role: 'status' });
      await queries.invalidateQueries({ queryKey: [resource] });
    },
  });
  return (
    <>
      <Button
        variant={why ? 'light' : 'default'}
        color={why ? 'red' : 'gray'}
        loading={running.isPending}
        onClick={() => (why ? setAsking(true) : running.mutate())}
      >
        {label}
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={label}
        closeButtonProps={{ 'aria-label': say('common.close') }}
      >
        <Stack>
          <Text>{why}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
              {say('common.cancel')}
            </Button>
            <Button color="red" loading={running.isPending} onClick={() => running.mutate()}>
              {say('common.confirm')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
