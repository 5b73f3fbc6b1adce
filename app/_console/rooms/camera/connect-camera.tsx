'use client';
import { Alert, Button, Checkbox, Divider, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api } from '../../api/request.ts';
import { RelationSelect } from '../../resource/widgets/relation-select.tsx';
import { useText } from '../../settings/use-text.ts';
import { emptySource, isComplete, SourceFields, toInput } from './source-fields.tsx';

/** Device, channel and sources in one go. */
export default function ConnectCamera({ onClose }: { readonly onClose: () => void }) {
  const say = useText();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [serial, setSerial] = useState('');
  const [companyId, setCompanyId] = useState<string | null>(null);
  const [main, setMain] = useState(emptySource);
  const [sub, setSub] = useState(emptySource);
  const [hasSub, setHasSub] = useState(false);
  const saving = useMutation({
    mutationFn: () =>
      api.post<{ id: string }>(
        '/iot/camera/connect',
        {
          name: name.trim(),
          ...(serial.trim() ? { serial: serial.trim() } : {}),
          ...(companyId ? { companyId } : {}),
          main: toInput(main),
          ...(hasSub ? { sub: toInput(sub) } : {}),
        },
        { quiet: true },
      ),
    async onSuccess() {
      notifications.show({ message: say('common.done'), role: 'status' });
      await queries.invalidateQueries({ queryKey: ['iot.camera'] });
      await queries.invalidateQueries({ queryKey: ['iot.device'] });
      onClose();
    },
  });
  const isReady = name.trim() !== '' && isComplete(main) && (!hasSub || isComplete(sub));
  const { error } = saving;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={say('rooms.connect')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': say('common.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <Stack>
          {error && (
            <Alert color="red" role="alert">
              {error instanceof ApiError ? error.message : say('common.failed')}
            </Alert>
          )}
          <Group grow align="start">
            <TextInput
              label={say('rooms.name')}
              withAsterisk
              data-autofocus
              maxLength={64}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <TextInput
              label={say('rooms.serial')}
              description={say('rooms.serialHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              maxLength={64}
              value={serial}
              onChange={({ currentTarget }) => setSerial(currentTarget.value)}
            />
          </Group>
          <RelationSelect
            resource="iot.company"
            label={say('rooms.company')}
            isMultiple={false}
            value={companyId ? [companyId] : []}
            onChange={([id]) => setCompanyId(id ?? null)}
          />
          <Divider label={say('rooms.mainPicture')} labelPosition="left" />
          <SourceFields value={main} scenes={[]} onChange={setMain} />
          <Checkbox
            label={say('rooms.withSub')}
            checked={hasSub}
            onChange={({ currentTarget }) => setHasSub(currentTarget.checked)}
          />
          {hasSub && (
            <>
              <Text size="sm" fw={600}>
                {say('rooms.subPicture')}
              </Text>
              <SourceFields value={sub} scenes={[]} onChange={setSub} />
            </>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {say('common.cancel')}
            </Button>
            <Button type="submit" disabled={!isReady} loading={saving.isPending}>
              {say('rooms.connect')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
