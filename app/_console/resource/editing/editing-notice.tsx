'use client';
import { Alert, Text } from '@mantine/core';
import { IconUserEdit } from '@tabler/icons-react';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { Editor } from '../../../../lib/contracts/admin/editing.ts';
import type { RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { editingTexts } from '../../../../lib/i18n/console/editing.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { useEditors } from './use-editors.ts';

/** Names shown; further editors are counted. */
const maxNamed = 3;
const outcomeKeys = { merged: 'editing.help', first: 'editing.first', last: 'editing.last' } as const;

export interface EditingNoticeProps {
  readonly definition: ResourceDef;
  readonly id: RowId;
  /** True inside a form of the row. */
  readonly isEditing?: boolean;
  /** Effect of concurrent saves: changes are merged (default), or the first or last save wins. */
  readonly outcome?: 'merged' | 'first' | 'last';
}

/** "Zhang San is editing". The live region is rendered empty first, or screen readers would not announce it. */
export function EditingNotice({ definition, id, isEditing = false, outcome = 'merged' }: EditingNoticeProps) {
  const translate = useTranslations(editingTexts);
  const editors = useEditors(definition, id, isEditing);
  const named = editors.slice(0, maxNamed);
  const others = editors.length - named.length;
  return (
    <div role="status">
      {named.length > 0 && (
        <Alert role="note" icon={<IconUserEdit />} mb="xs" p="xs">
          {named.map((editor) => (
            <Text key={`${editor.name} ${editor.since}`} size="sm">
              {translate(editor.isSelf ? 'editing.self' : 'editing.by', {
                who: editor.name,
                since: shortTime(editor),
              })}
            </Text>
          ))}
          {others > 0 && <Text size="sm">{translate('editing.more', { count: others })}</Text>}
          {isEditing && (
            <Text size="sm" c="dimmed">
              {translate(outcomeKeys[outcome])}
            </Text>
          )}
        </Alert>
      )}
    </div>
  );
}

/** Only the time of day if it is today. */
function shortTime({ since }: Editor): string {
  const today = new Intl.DateTimeFormat('sv-SE').format(new Date());
  return since.startsWith(today) ? since.slice(11, 16) : since.slice(0, 16);
}
