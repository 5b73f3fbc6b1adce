'use client';
import { Alert, Button, Checkbox, FileButton, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { themeLimits } from '../../../../lib/contracts/theme/theme-limits.ts';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/request.ts';
import { useTexts } from '../../text/use-texts.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { type ImportedTheme, themesKey } from './theme-data.ts';
import { useThemeText } from './use-theme-text.ts';

/** Larger than any valid theme, so that one slightly too large is refused with its actual problem. */
const maxFileBytes = 200 * 1024;

interface Chosen {
  readonly fileName: string;
  readonly theme: unknown;
}

/** Makes a draft of the record in a file; shows every problem with its path. */
export default function ImportTheme({ onClose }: { readonly onClose: () => void }) {
  const translate = useThemeText();
  const { local, translate: common } = useTexts();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [themeName, setName] = useState('');
  const [isLenient, setLenient] = useState(false);
  const [asCopy, setCopy] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [notes, setNotes] = useState<readonly string[] | null>(null);

  /** So that the same file can be selected again. */
  const reset = useRef<() => void>(null);

  async function take(file: File | null): Promise<void> {
    reset.current?.();
    setChosen(null);
    setProblems([]);
    if (!file) return;
    if (file.size > maxFileBytes) return setProblems([translate('theme.fileTooLarge')]);
    try {
      setChosen({ fileName: file.name, theme: JSON.parse((await file.text()).replace(/^\ufeff/, '')) });
    } catch {
      setProblems([translate('theme.notJson')]);
    }
  }

  async function send(): Promise<void> {
    if (!chosen) return;
    setSending(true);
    setProblems([]);
    const body = { theme: chosen.theme, isLenient, asCopy, ...(themeName === '' ? {} : { themeName }) };
    try {
      const made = await api.post<ImportedTheme>('/iot/theme/importRecord', body, {
        quiet: true,
        allowDuplicate: true,
      });
      await queries.invalidateQueries({ queryKey: themesKey });
      notifications.show({
        message: translate('theme.imported', { name: themeName || chosen.fileName }),
        role: 'status',
      });
      if (made.notes.length === 0) onClose();
      else setNotes(made.notes.map(({ path, messages }) => `${path} ${local(messages)}`));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const all = error.errors.map(({ message }) => message);
      setProblems(all.length > 0 ? all : [error.message]);
    } finally {
      setSending(false);
    }
  }

  return (
    <PageDialog title={translate('theme.import')} closeOnClickOutside={false} onClose={onClose}>
      {notes ? (
        <Stack>
          <Lines title={translate('theme.leftOut')} lines={notes} color="yellow" />
          <DialogButtons>
            <Button onClick={onClose}>{common('common.close')}</Button>
          </DialogButtons>
        </Stack>
      ) : (
        <Stack>
          <Text size="sm">{translate('theme.importUse')}</Text>
          <Group>
            <FileButton accept="application/json,.json" resetRef={reset} onChange={(file) => void take(file)}>
              {(button) => (
                <Button variant="default" {...button}>
                  {translate('theme.file')}
                </Button>
              )}
            </FileButton>
            <Text size="sm" aria-live="polite">
              {chosen && translate('theme.fileChosen', { name: chosen.fileName })}
            </Text>
          </Group>
          <TextInput
            label={translate('theme.name')}
            description={translate('theme.nameHelp')}
            maxLength={themeLimits.maxNameChars}
            value={themeName}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Checkbox
            label={translate('theme.lenient')}
            checked={isLenient}
            onChange={({ currentTarget }) => setLenient(currentTarget.checked)}
          />
          <Checkbox
            label={translate('theme.asCopy')}
            checked={asCopy}
            onChange={({ currentTarget }) => setCopy(currentTarget.checked)}
          />
          <div aria-live="assertive">
            {problems.length > 0 && <Lines title={translate('theme.refused')} lines={problems} color="red" />}
          </div>
          <DialogButtons>
            <Button disabled={!chosen} loading={isSending} onClick={() => void send()}>
              {common('common.import')}
            </Button>
          </DialogButtons>
        </Stack>
      )}
    </PageDialog>
  );
}

function Lines({
  title,
  lines,
  color,
}: {
  readonly title: string;
  readonly lines: readonly string[];
  readonly color: string;
}) {
  return (
    <Alert color={color} title={title}>
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
