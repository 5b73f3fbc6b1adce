'use client';
import { Alert, Button, Checkbox, Divider, Fieldset, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api, fieldErrors } from '../../api/request.ts';
import { RelationSelect } from '../../resource/widgets/relation-select.tsx';
import { useUnsavedDialog } from '../../shell/page/use-unsaved-dialog.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { useScenes } from './camera-data.ts';
import { emptySource, isComplete, SourceFields, toInput } from './source-fields.tsx';

const empty = {
  name: '',
  serial: '',
  companyId: null as string | null,
  main: emptySource,
  hasSub: false,
  sub: emptySource,
  onvif: '',
  validCode: '',
  isEncrypt: false,
};
type Draft = typeof empty;
/** Inputs that show their error. */
const atFields = ['name', 'serial', 'onvif.url', 'validCode'];

function bodyOf({ name, serial, companyId, main, hasSub, sub, onvif, validCode, isEncrypt }: Draft) {
  return {
    name: name.trim(),
    ...(serial.trim() ? { serial: serial.trim() } : {}),
    ...(companyId ? { companyId } : {}),
    main: toInput(main),
    ...(hasSub ? { sub: toInput(sub) } : {}),
    ...(onvif.trim() ? { onvif: { url: onvif.trim() } } : {}),
    ...(validCode ? { validCode, isEncrypt } : {}),
  };
}

/** Creates device, channel and sources in one step. */
export default function ConnectCamera({ onClose }: { readonly onClose: () => void }) {
  const translate = usePageText();
  const queries = useQueryClient();
  const scenes = useScenes();
  const [draft, setDraft] = useState(empty);
  const set = (change: Partial<Draft>) => setDraft((current) => ({ ...current, ...change }));
  const saving = useMutation({
    mutationFn: () => api.post<{ id: string }>('/iot/camera/connect', bodyOf(draft), { quiet: true }),
    async onSuccess() {
      notifications.show({
        message: translate('pages.cameraConnected', { name: draft.name.trim() }),
        role: 'status',
      });
      onClose();
      await Promise.all(
        [['iot.camera'], ['iot.device']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
    },
  });
  const isDirty = JSON.stringify(draft) !== JSON.stringify(empty);
  const title = translate('pages.connect');
  const dialog = useUnsavedDialog({ title, isUnsaved: isDirty, onClose });
  const { name, serial, companyId, main, hasSub, sub, onvif, validCode, isEncrypt } = draft;
  const isReady = name.trim() !== '' && isComplete(main) && (!hasSub || isComplete(sub));
  const { error } = saving;
  const errors = error instanceof ApiError ? fieldErrors(error) : {};
  // Said once: at its field, or else above.
  const isAtField = atFields.some((name) => errors[name] !== undefined);
  return (
    <PageDialog {...dialog} size="lg" closeOnClickOutside={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) saving.mutate();
        }}
      >
        <Stack>
          {error && !isAtField && (
            <Alert color="red" role="alert">
              {error instanceof ApiError ? error.message : translate('common.failed')}
            </Alert>
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <TextInput
              label={translate('pages.name')}
              withAsterisk
              data-autofocus
              maxLength={64}
              value={name}
              error={errors.name}
              onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            />
            <TextInput
              label={translate('pages.serial')}
              placeholder={translate('pages.serialHint')}
              maxLength={64}
              value={serial}
              error={errors.serial}
              onChange={({ currentTarget }) => set({ serial: currentTarget.value })}
            />
          </SimpleGrid>
          <RelationSelect
            resource="iot.company"
            label={translate('pages.company')}
            isMultiple={false}
            value={companyId ? [companyId] : []}
            onChange={([id]) => set({ companyId: id ?? null })}
          />
          <Fieldset legend={translate('pages.mainStream')}>
            <SourceFields value={main} scenes={scenes} onChange={(next) => set({ main: next })} />
          </Fieldset>
          <Checkbox
            label={translate('pages.withSub')}
            checked={hasSub}
            onChange={({ currentTarget }) => set({ hasSub: currentTarget.checked })}
          />
          {hasSub && (
            <Fieldset legend={translate('pages.subStream')}>
              <SourceFields value={sub} scenes={scenes} onChange={(next) => set({ sub: next })} />
            </Fieldset>
          )}
          <Divider label={translate('pages.more')} labelPosition="left" />
          <TextInput
            label={translate('pages.onvifAddress')}
            description={translate('pages.onvifHint')}
            inputMode="url"
            autoComplete="off"
            value={onvif}
            error={errors['onvif.url']}
            onChange={({ currentTarget }) => set({ onvif: currentTarget.value })}
          />
          <TextInput
            label={translate('pages.validCode')}
            autoComplete="off"
            maxLength={64}
            value={validCode}
            error={errors.validCode}
            onChange={({ currentTarget }) => set({ validCode: currentTarget.value })}
          />
          {validCode !== '' && (
            <Checkbox
              label={translate('pages.encrypt')}
              checked={isEncrypt}
              onChange={({ currentTarget }) => set({ isEncrypt: currentTarget.checked })}
            />
          )}
          <DialogButtons>
            <Button variant="default" onClick={dialog.onClose}>
              {translate('common.cancel')}
            </Button>
            <Button type="submit" disabled={!isReady} loading={saving.isPending}>
              {title}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </PageDialog>
  );
}
