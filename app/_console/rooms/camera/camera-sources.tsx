'use client';
import { Button, Drawer, Group, Paper, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/request.ts';
import type { Row } from '../../resource/data/row.ts';
import { useSession } from '../../session/use-session.tsx';
import { useText } from '../../settings/use-text.ts';
import styles from './camera.module.css';
import { type CameraCheck, type CameraSources, type Profile, sourcesKey, useSources } from './camera-data.ts';
import { CheckResult } from './check-result.tsx';
import { emptySource, isComplete, SourceFields, toInput } from './source-fields.tsx';

/** Where a camera's pictures come from, and where it is told to turn. What was typed of a login never comes back. */
export default function CameraSourcesDrawer({
  camera,
  onClose,
}: {
  readonly camera: Row;
  readonly onClose: () => void;
}) {
  const say = useText();
  const id = String(camera['id']);
  const { data } = useSources(id);
  const checking = useMutation({
    mutationFn: () => api.post<CameraCheck>('/iot/camera/check', { id }, { allowTwice: true }),
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={say('rooms.sourcesOf', { name: String(camera['name'] ?? '') })}
      closeButtonProps={{ 'aria-label': say('common.close') }}
    >
      {data ? (
        <Stack>
          <SourceCard id={id} profile="main" data={data} />
          <SourceCard id={id} profile="sub" data={data} />
          <HeadCard id={id} data={data} />
          <Group>
            <Button variant="light" loading={checking.isPending} onClick={() => checking.mutate()}>
              {say('rooms.check')}
            </Button>
          </Group>
          <CheckResult check={checking.data} isChecking={checking.isPending} />
        </Stack>
      ) : (
        <Skeleton height={320} />
      )}
    </Drawer>
  );
}

/** Each change answers all sources as they are now. */
function useChange<Input>(id: string, change: (input: Input) => Promise<CameraSources>, done: () => void) {
  const say = useText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess(sources) {
      queries.setQueryData(sourcesKey(id), sources);
      void queries.invalidateQueries({ queryKey: ['iot.camera', 'page'] });
      notifications.show({ message: say('common.done'), role: 'status' });
      done();
    },
  });
}

interface CardProps {
  readonly id: string;
  readonly data: CameraSources;
}

function SourceCard({ id, profile, data }: CardProps & { readonly profile: Profile }) {
  const say = useText();
  const { can } = useSession();
  const stored = data.sources.find((source) => source.profile === profile);
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState(emptySource);
  const path = `/iot/camera/${id}/source/${profile}`;
  const close = () => {
    setOpen(false);
    setDraft(emptySource);
  };
  const saving = useChange(id, () => api.put<CameraSources>(path, toInput(draft)), close);
  const removing = useChange(id, () => api.delete<CameraSources>(path), close);
  return (
    <Card
      title={say(profile === 'main' ? 'rooms.mainPicture' : 'rooms.subPicture')}
      label={stored?.label}
      time={stored?.updateTime}
      isOpen={isOpen}
      canEdit={can('iot:camera:edit')}
      onOpen={() => {
        setDraft({ ...emptySource, kind: stored?.kind ?? 'rtsp', scene: stored?.scene ?? '' });
        setOpen(true);
      }}
      {...(profile === 'sub' && stored
        ? { onRemove: () => removing.mutate(undefined), isRemoving: removing.isPending }
        : {})}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(undefined);
        }}
      >
        <SourceFields
          value={draft}
          scenes={data.scenes}
          hasStoredLogin={stored?.hasPassword ?? false}
          onChange={setDraft}
        />
        <SaveRow isReady={isComplete(draft)} isSaving={saving.isPending} onCancel={close} />
      </form>
    </Card>
  );
}

function HeadCard({ id, data }: CardProps) {
  const say = useText();
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [url, setUrl] = useState('');
  const [login, setLogin] = useState({ username: '', password: '' });
  const path = `/iot/camera/${id}/onvif`;
  const close = () => {
    setOpen(false);
    setUrl('');
    setLogin({ username: '', password: '' });
  };
  const hasLogin = login.username !== '' || login.password !== '';
  const saving = useChange(
    id,
    () => api.put<CameraSources>(path, { url: url.trim(), ...(hasLogin ? { login } : {}) }),
    close,
  );
  const removing = useChange(id, () => api.delete<CameraSources>(path), close);
  return (
    <Card
      title={say('rooms.turning')}
      label={data.onvif?.label}
      time={data.onvif?.updateTime}
      isOpen={isOpen}
      canEdit={can('iot:camera:edit')}
      onOpen={() => setOpen(true)}
      {...(data.onvif ? { onRemove: () => removing.mutate(undefined), isRemoving: removing.isPending } : {})}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(undefined);
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={say('rooms.address')}
            description={say('rooms.onvifHint')}
            withAsterisk
            autoComplete="off"
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          />
          <Group grow align="start">
            <TextInput
              label={say('rooms.userName')}
              autoComplete="off"
              value={login.username}
              onChange={({ currentTarget: { value } }) => setLogin((held) => ({ ...held, username: value }))}
            />
            <PasswordInput
              label={say('rooms.password')}
              autoComplete="new-password"
              value={login.password}
              onChange={({ currentTarget: { value } }) => setLogin((held) => ({ ...held, password: value }))}
            />
          </Group>
        </Stack>
        <SaveRow isReady={url.trim() !== ''} isSaving={saving.isPending} onCancel={close} />
      </form>
    </Card>
  );
}

interface CardFrameProps {
  readonly title: string;
  readonly label: string | undefined;
  readonly time: string | undefined;
  readonly isOpen: boolean;
  readonly canEdit: boolean;
  readonly isRemoving?: boolean;
  readonly children: React.ReactNode;
  onOpen(): void;
  onRemove?(): void;
}

function Card({
  title,
  label,
  time,
  isOpen,
  canEdit,
  isRemoving,
  children,
  onOpen,
  onRemove,
}: CardFrameProps) {
  const say = useText();
  return (
    <Paper component="section" withBorder className={styles['source']} aria-label={title}>
      <Group justify="space-between" mb={isOpen ? 'sm' : 0}>
        <div>
          <Text fw={600} size="sm">
            {title}
          </Text>
          <Text size="sm" className={label ? (styles['label'] ?? '') : ''} c={label ? 'inherit' : 'dimmed'}>
            {label ?? say('rooms.none')}
          </Text>
          {time && (
            <Text size="xs" c="dimmed">
              {say('rooms.updated', { time })}
            </Text>
          )}
        </div>
        {canEdit && !isOpen && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={onOpen}>
              {say('rooms.change')}
            </Button>
            {onRemove && (
              <Button size="xs" variant="light" color="red" loading={isRemoving ?? false} onClick={onRemove}>
                {say('rooms.takeAway')}
              </Button>
            )}
          </Group>
        )}
      </Group>
      {isOpen && children}
    </Paper>
  );
}

function SaveRow({
  isReady,
  isSaving,
  onCancel,
}: {
  readonly isReady: boolean;
  readonly isSaving: boolean;
  onCancel(): void;
}) {
  const say = useText();
  return (
    <Group justify="flex-end" mt="md">
      <Button size="xs" variant="default" onClick={onCancel}>
        {say('common.cancel')}
      </Button>
      <Button size="xs" type="submit" disabled={!isReady} loading={isSaving}>
        {say('common.save')}
      </Button>
    </Group>
  );
}
