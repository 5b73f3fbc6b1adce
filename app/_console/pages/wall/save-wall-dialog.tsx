'use client';
import { Button, Select, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { wallsTexts } from '../../../../lib/i18n/console/walls.ts';
import { ApiError, api, fieldErrors } from '../../api/request.ts';
import { RelationSelect } from '../../resource/widgets/relation-select.tsx';
import { HasPermi } from '../../session/permission.tsx';
import { useTranslations } from '../../text/use-translations.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';

const rotations = ['0', '10', '30', '60', '300'] as const;
const texts = { ...commonTexts, ...wallsTexts } as const;

/** Saves these cameras as a wall with a name, for the user or for a role. */
export default function SaveWallDialog({
  cameras,
  size,
  onClose,
}: {
  /** Channel ids, in the order of their tiles. */
  readonly cameras: readonly string[];
  readonly size: number;
  readonly onClose: () => void;
}) {
  const translate = useTranslations(texts);
  const [name, setName] = useState('');
  const [rotateSec, setRotateSec] = useState<string>('30');
  const [roleId, setRoleId] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});

  async function save(): Promise<void> {
    setSending(true);
    const body = {
      ...{ name: name.trim(), cameras, size: String(size), rotateSec },
      ...(roleId === null ? {} : { roleId: Number(roleId) }),
    };
    try {
      await api.post('/iot/savedWall', body, { quiet: ['name'] });
      notifications.show({ message: translate('walls.saved'), role: 'status' });
      onClose();
    } catch (error) {
      setErrors(error instanceof ApiError ? fieldErrors(error) : {});
      setSending(false);
    }
  }

  return (
    <PageDialog onClose={onClose} title={translate('walls.save')} closeOnClickOutside={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) void save();
        }}
      >
        <Stack>
          <TextInput
            label={translate('walls.name')}
            withAsterisk
            data-autofocus
            maxLength={64}
            value={name}
            error={errors.name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Select
            label={translate('walls.rotation')}
            description={translate('walls.rotationHelp')}
            allowDeselect={false}
            data={rotations.map((value) => ({
              value,
              label:
                value === '0'
                  ? translate('walls.none')
                  : translate('walls.seconds', { count: Number(value) }),
            }))}
            value={rotateSec}
            onChange={(value) => setRotateSec(value ?? '0')}
          />
          <HasPermi value={['system:role:list']}>
            <RelationSelect
              resource="system.role"
              label={translate('walls.role')}
              description={translate('walls.roleHelp')}
              isMultiple={false}
              value={roleId === null ? [] : [roleId]}
              onChange={([id]) => setRoleId(id ?? null)}
            />
          </HasPermi>
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {translate('common.cancel')}
            </Button>
            <Button type="submit" loading={isSending} disabled={!name.trim()}>
              {translate('common.save')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </PageDialog>
  );
}
