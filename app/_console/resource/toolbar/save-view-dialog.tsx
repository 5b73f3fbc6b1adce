'use client';
import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SavedView } from '../../../../lib/contracts/admin/calls/preference.calls.ts';
import { saveViewTexts } from '../../../../lib/i18n/console/save-view.ts';
import { HasPermi } from '../../session/permission.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { RelationSelect } from '../widgets/relation-select.tsx';
import type { ViewDraft } from './use-views.ts';

const maxNameLength = 50;

export default function SaveViewDialog({
  views,
  onSave,
  onClose,
}: {
  readonly views: readonly SavedView[];
  onSave(draft: ViewDraft): Promise<void>;
  onClose(): void;
}) {
  const { translate } = useTexts();
  const translateView = useTranslations(saveViewTexts);
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<readonly string[]>([]);
  const [isDefault, setDefault] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const trimmed = name.trim();
  const isKnown = views.some((view) => view.isMine && view.name === trimmed);
  const save = async () => {
    setBusy(true);
    try {
      await onSave({ name: trimmed, sharedWith: roles.map(Number), isDefault });
      onClose();
    } catch {
      // The error has been shown; the dialog stays open.
    } finally {
      setBusy(false);
    }
  };
  return (
    <PageDialog title={translate('resource.saveView')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmed) void save();
        }}
      >
        <Stack>
          <TextInput
            label={translateView('saveView.name')}
            value={name}
            maxLength={maxNameLength}
            description={isKnown ? translateView('saveView.known') : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <HasPermi value={['system:role:list']}>
            <RelationSelect
              resource="system.role"
              label={translateView('saveView.shareWith')}
              value={roles}
              isMultiple
              onChange={setRoles}
            />
          </HasPermi>
          <Checkbox
            label={translateView('saveView.default')}
            checked={isDefault}
            onChange={(event) => setDefault(event.currentTarget.checked)}
          />
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {translate('common.cancel')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={!trimmed}>
              {translate('common.save')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </PageDialog>
  );
}
