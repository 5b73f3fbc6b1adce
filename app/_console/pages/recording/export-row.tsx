'use client';
import { Alert, Button, Group, PasswordInput, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { ownEntry } from '../../../../lib/error-catalogue/own.ts';
import { useLocale } from '../../text/use-locale.ts';
import { bytesText } from '../parts/bytes-text.ts';
import { useRecordingText } from './recording-data.ts';

export type Outcome =
  | { readonly kind: 'waiting' }
  /** The server is busy: it continues by itself after so many seconds. */
  | { readonly kind: 'busy'; readonly seconds: number }
  | { readonly kind: 'running'; readonly share: number; readonly bytes: number }
  | { readonly kind: 'saved'; readonly bytes: number }
  | { readonly kind: 'cancelled' }
  /**
   * The camera's verification code is needed. `otherCode`: another one than was entered. `insecure`: browsers decrypt
   * nothing on pages over plain HTTP.
   */
  | { readonly kind: 'encrypted'; readonly problem: 'otherCode' | 'insecure' | null }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

/** Of exports that have not ended. */
export const openKinds: ReadonlySet<Outcome['kind']> = new Set(['waiting', 'busy', 'running']);

/** One camera of an export. */
export function ExportRow({
  name,
  outcome,
  onCancel,
  onCode,
  onKeep,
}: {
  readonly name: string;
  readonly outcome: Outcome;
  readonly onCancel: () => void;
  /** Exports again, with this code. */
  readonly onCode: (code: string) => void;
  /** Exports the files as they are stored. */
  readonly onKeep: () => void;
}) {
  const translate = useRecordingText();
  const locale = useLocale();
  const { kind } = outcome;
  const isOpen = openKinds.has(kind);
  const percent = kind === 'running' ? Math.floor(outcome.share * 100) : kind === 'saved' ? 100 : 0;
  return (
    <li>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" truncate>
          {name}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Text size="xs" c="dimmed" role="status">
            {kind === 'running' && `${percent}% · ${bytesText(outcome.bytes)}`}
            {kind === 'saved' && translate('recordings.exportSaved', { bytes: bytesText(outcome.bytes) })}
            {kind === 'waiting' && translate('recordings.exportWaiting')}
            {kind === 'busy' && translate('recordings.exportBusy', { seconds: outcome.seconds })}
            {kind === 'cancelled' && translate('recordings.exportCancelled')}
            {kind === 'encrypted' && translate('recordings.exportEncrypted')}
          </Text>
          {isOpen && (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={translate('recordings.exportCancelOf', { name })}
              onClick={onCancel}
            >
              {translate('recordings.exportCancel')}
            </Button>
          )}
        </Group>
      </Group>
      {isOpen && <Progress value={percent} aria-label={name} />}
      {kind === 'encrypted' &&
        (outcome.problem === 'insecure' ? (
          <Alert color="blue" p="xs">
            {translate('recordings.exportInsecure')}
            <Group mt={6}>
              <KeepButton onKeep={onKeep} />
            </Group>
          </Alert>
        ) : (
          <CodeForm name={name} isWrong={outcome.problem !== null} onCode={onCode} onKeep={onKeep} />
        ))}
      {kind === 'failed' && (
        <Alert color="red" p="xs">
          {outcome.code === 'playback.none'
            ? translate('recordings.exportNone')
            : outcome.code === 'export.tooLarge'
              ? translate('recordings.exportTooLarge')
              : ownEntry(outcome.code)?.cause[locale] || outcome.message || outcome.code}
        </Alert>
      )}
    </li>
  );
}

function CodeForm({
  name,
  isWrong,
  onCode,
  onKeep,
}: {
  readonly name: string;
  readonly isWrong: boolean;
  readonly onCode: (code: string) => void;
  readonly onKeep: () => void;
}) {
  const translate = useRecordingText();
  const [code, setCode] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim()) onCode(code.trim());
      }}
    >
      <PasswordInput
        size="xs"
        label={translate('recordings.exportCode', { name })}
        description={translate('recordings.exportCodeWhy')}
        error={isWrong && translate('recordings.exportCodeWrong')}
        autoComplete="off"
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Group gap="xs" mt={6}>
        <Button size="compact-xs" type="submit" disabled={!code.trim()}>
          {translate('recordings.exportDecrypt')}
        </Button>
        <KeepButton onKeep={onKeep} />
      </Group>
    </form>
  );
}

function KeepButton({ onKeep }: { readonly onKeep: () => void }) {
  const translate = useRecordingText();
  return (
    <Button size="compact-xs" variant="default" onClick={onKeep}>
      {translate('recordings.exportKeep')}
    </Button>
  );
}
