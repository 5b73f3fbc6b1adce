'use client';
import { Button, Code, CopyButton, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/request.ts';
import type { Row } from '../../resource/data/row.ts';
import { useText } from '../../settings/use-text.ts';

/** Makes a new password on the server and shows it this once. Nothing keeps it. */
export function OneTimePassword({ user, onClose }: { readonly user: Row; readonly onClose: () => void }) {
  const say = useText();
  const queries = useQueryClient();
  const key = ['system.user', 'resetPwd', user['userId']];
  // A query, not a mutation: it is asked once, however often this is rendered.
  const { data, isError } = useQuery({
    queryKey: key,
    queryFn: () => api.put<{ password: string }>('/system/user/resetPwd', { id: user['userId'] }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => {
    // The wrapper has told why.
    if (isError) onClose();
  }, [isError, onClose]);
  const close = () => {
    queries.removeQueries({ queryKey: key });
    onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={say('rooms.oneTimePassword')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': say('common.close') }}
    >
      <Stack>
        <Text size="sm">{say('rooms.oneTimePasswordFor', { name: String(user['nickName'] ?? '') })}</Text>
        <Group>
          {data ? <Code fz="lg">{data.password}</Code> : <Loader size="sm" />}
          {data && (
            <CopyButton value={data.password}>
              {({ copied, copy }) => (
                <Button size="xs" variant="default" onClick={copy}>
                  {say(copied ? 'common.copied' : 'common.copy')}
                </Button>
              )}
            </CopyButton>
          )}
        </Group>
        <Group justify="flex-end">
          <Button onClick={close}>{say('common.close')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
