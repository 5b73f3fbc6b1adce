'use client';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { iotCamera } from '../../../../lib/contracts/admin/resources/iot-camera.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { api } from '../../api/request.ts';
import { RowState } from '../../resource/parts/row-state.tsx';
import { useSession } from '../../session/use-session.tsx';
import { useUnsavedDialog } from '../../shell/page/use-unsaved-dialog.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { confirmAction } from '../../ui/dialogs/confirm-action.ts';
import { PageDrawer } from '../../ui/dialogs/page-dialog.tsx';
import { PageEditing } from '../parts/page-editing.tsx';
import { type CameraCheck, type CameraSources, type Profile, sourcesKey, useSources } from './camera-data.ts';
import { CheckResult } from './check-result.tsx';
import { SourceCard } from './source-card.tsx';
import {
  emptyLogin,
  emptySource,
  isComplete,
  isNewLogin,
  LoginFields,
  loginOf,
  SourceFields,
  toInput,
} from './source-fields.tsx';

/** Stream sources and PTZ address of a camera. Credentials are write-only. */
export default function CameraSourcesDrawer({
  camera,
  onClose,
}: {
  readonly camera: RowOf<typeof iotCamera>;
  readonly onClose: () => void;
}) {
  const translate = usePageText();
  const { id } = camera;
  const { data, error, refetch } = useSources(id);
  const [openForms, onForm] = useCount();
  const [changedForms, onChanged] = useCount();
  const isDirty = changedForms > 0;
  const title = translate('pages.sourcesOf', { name: camera.name });
  const drawer = useUnsavedDialog({ title, isUnsaved: isDirty, onClose });
  const formProps = { id, onForm, onChanged };
  const checking = useMutation({
    mutationFn: () => api.post<CameraCheck>('/iot/camera/check', { id }, { allowDuplicate: true }),
  });
  return (
    <PageDrawer {...drawer}>
      <PageEditing resource="iot.camera" row={camera} isEditing={openForms > 0} outcome="last" />
      {data ? (
        <Stack>
          <StreamCard {...formProps} profile="main" data={data} />
          <StreamCard {...formProps} profile="sub" data={data} />
          <PtzCard {...formProps} data={data} />
          <Group>
            <Button variant="light" loading={checking.isPending} onClick={() => checking.mutate()}>
              {translate('pages.check')}
            </Button>
          </Group>
          <CheckResult check={checking.data} isChecking={checking.isPending} />
        </Stack>
      ) : (
        <RowState error={error} onRetry={() => void refetch()} />
      )}
    </PageDrawer>
  );
}

interface CardProps {
  readonly id: string;
  readonly data: CameraSources;
  /** Called when the form of the card opens or closes. */
  onForm(isOpen: boolean): void;
  /** Called when the form gets or loses unsaved changes. */
  onChanged(isChanged: boolean): void;
}

/** Counts the parts for which a condition is true. */
function useCount(): readonly [number, (isOne: boolean) => void] {
  const [count, setCount] = useState(0);
  const countOpen = useCallback((isOne: boolean) => setCount((current) => current + (isOne ? 1 : -1)), []);
  return [count, countOpen];
}

function useOpenCount(isSo: boolean, countOpen: (isSo: boolean) => void): void {
  useEffect(() => {
    if (!isSo) return;
    countOpen(true);
    return () => countOpen(false);
  }, [isSo, countOpen]);
}

/** Every change returns all sources in their new state. */
function useChange(id: string, change: () => Promise<CameraSources>, done: () => void) {
  const translate = usePageText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess(sources) {
      queries.setQueryData(sourcesKey(id), sources);
      void queries.invalidateQueries({ queryKey: ['iot.camera', 'page'] });
      notifications.show({ message: translate('pages.sourcesSaved'), role: 'status' });
      done();
    },
  });
}

function StreamCard({ profile, ...props }: CardProps & { readonly profile: Profile }) {
  const { id, data, onForm, onChanged } = props;
  const translate = usePageText();
  const { can } = useSession();
  const stored = data.sources.find((source) => source.profile === profile);
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState(emptySource);
  const begun = {
    ...emptySource,
    kind: stored?.kind ?? 'rtsp',
    scene: stored?.scene ?? '',
    transport: stored?.transport ?? 'auto',
  };
  useOpenCount(isOpen, onForm);
  useOpenCount(isOpen && JSON.stringify(draft) !== JSON.stringify(begun), onChanged);
  const path = `/iot/camera/${id}/source/${profile}`;
  const close = () => {
    setOpen(false);
    setDraft(emptySource);
  };
  const saving = useChange(id, () => api.put<CameraSources>(path, toInput(draft, begun.transport)), close);
  const removing = useChange(id, () => api.delete<CameraSources>(path), close);
  const title = translate(profile === 'main' ? 'pages.mainStream' : 'pages.subStream');
  const remove = async () => {
    if (await confirmAction({ title, message: translate('pages.takeAwayWhy'), names: [stored?.label ?? ''] }))
      removing.mutate();
  };
  return (
    <SourceCard
      title={title}
      label={stored?.label}
      time={stored?.updateTime}
      isOpen={isOpen}
      canEdit={can('iot:camera:edit')}
      isReady={
        isComplete(draft) ||
        (stored?.kind === 'rtsp' && (isNewLogin(draft) || draft.transport !== begun.transport))
      }
      isSaving={saving.isPending}
      onOpen={() => {
        setDraft(begun);
        setOpen(true);
      }}
      onCancel={close}
      onSave={() => saving.mutate()}
      // The main source is required.
      {...(profile === 'sub' && stored
        ? { onRemove: () => void remove(), isRemoving: removing.isPending }
        : {})}
    >
      <SourceFields
        value={draft}
        scenes={data.scenes}
        hasStoredUrl={stored?.kind === 'rtsp'}
        hasStoredLogin={stored?.hasPassword ?? false}
        onChange={setDraft}
      />
    </SourceCard>
  );
}

function PtzCard({ id, data: { onvif }, onForm, onChanged }: CardProps) {
  const translate = usePageText();
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [url, setUrl] = useState('');
  const [login, setLogin] = useState(emptyLogin);
  useOpenCount(isOpen, onForm);
  useOpenCount(isOpen && (url !== '' || loginOf(login) !== undefined), onChanged);
  const path = `/iot/camera/${id}/onvif`;
  const close = () => {
    setOpen(false);
    setUrl('');
    setLogin(emptyLogin);
  };
  const sent = loginOf(login);
  const saving = useChange(
    id,
    () => api.put<CameraSources>(path, { url: url.trim(), ...(sent ? { login: sent } : {}) }),
    close,
  );
  const removing = useChange(id, () => api.delete<CameraSources>(path), close);
  const title = translate('pages.ptz');
  const remove = async () => {
    if (await confirmAction({ title, message: translate('pages.takeAwayWhy'), names: [onvif?.label ?? ''] }))
      removing.mutate();
  };
  return (
    <SourceCard
      title={title}
      label={onvif?.label}
      isOpen={isOpen}
      canEdit={can('iot:camera:edit')}
      isReady={url.trim() !== ''}
      isSaving={saving.isPending}
      onOpen={() => setOpen(true)}
      onCancel={close}
      onSave={() => saving.mutate()}
      {...(onvif ? { onRemove: () => void remove(), isRemoving: removing.isPending } : {})}
    >
      <Stack gap="sm">
        <TextInput
          label={translate('pages.address')}
          description={translate('pages.onvifHint')}
          withAsterisk
          inputMode="url"
          autoComplete="off"
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <LoginFields
          value={login}
          hasStoredLogin={onvif?.hasPassword ?? false}
          onChange={(change) => setLogin((current) => ({ ...current, ...change }))}
        />
      </Stack>
    </SourceCard>
  );
}
