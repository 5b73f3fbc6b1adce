'use client';
/** Import from a file: template, file, check, result. Loaded when opened. */
import { Alert, Button, Checkbox, FileInput, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import type { ImportResult } from '../../../../lib/contracts/admin/resource-calls.ts';
import { importTexts } from '../../../../lib/i18n/console/import.ts';
import { randomId } from '../../../../lib/kernel/random-id.ts';
import { useUnsaved } from '../../shell/page/use-unsaved.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { useResourcePage } from '../context/resource-page-context.ts';
import styles from './import-dialog.module.css';
import { ImportErrors } from './import-errors.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportWarnings } from './import-warnings.tsx';

const accepted = '.xlsx,.csv,.tsv,.txt';

type Phase = 'choosing' | 'checking' | 'checked' | 'importing' | 'done';

export default function ImportDialog() {
  const { resource, closePanel, slots } = useResourcePage();
  const { definition, client } = resource;
  const { translate, local } = useTexts();
  const translateImport = useTranslations(importTexts);
  const [file, setFile] = useState<File | null>(null);
  const [updates, setUpdates] = useState(false);
  const [skipsBad, setSkipsBad] = useState(false);
  const [phase, setPhase] = useState<Phase>('choosing');
  const [result, setResult] = useState<ImportResult | null>(null);
  /** The same for every attempt with one file, so that the server detects duplicates. */
  const [runId, setRunId] = useState(randomId);
  /** So that the same file can be selected again. */
  const reset = useRef<() => void>(null);
  const title = local(definition.title);
  const isBusy = phase === 'checking' || phase === 'importing';

  // Leaving a tab without unsaved work closes its dialogs, and with this one the result would be lost.
  const dialog = useUnsaved(isBusy);

  const send = async (chosen: File, isDryRun: boolean): Promise<void> => {
    setPhase(isDryRun ? 'checking' : 'importing');
    try {
      setResult(
        await client.importData(chosen, {
          dryRun: isDryRun,
          updateSupport: updates,
          skipBad: skipsBad,
          runId,
        }),
      );
      setPhase(isDryRun ? 'checked' : 'done');
      if (!isDryRun) void resource.refresh();
    } catch {
      // The error of the file has been shown.
      setPhase(result === null ? 'choosing' : 'checked');
    }
  };
  /** The checked file or options have changed. */
  const changed = () => {
    setResult(null);
    setPhase('choosing');
  };
  const choose = (chosen: File | null) => {
    reset.current?.();
    setFile(chosen);
    setRunId(randomId());
    changed();
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    const dropped = event.dataTransfer.files[0];
    if (dropped && !isBusy) choose(dropped);
  };
  const good = result ? result.created + result.updated : 0;
  const canImport =
    phase === 'checked' && result !== null && good > 0 && (result.errors.length === 0 || skipsBad);

  return (
    <PageDialog
      ref={dialog}
      size="lg"
      title={`${translate('common.import')}${translate('resource.space')}${title}`}
      onClose={closePanel}
      closeOnClickOutside={false}
      closeOnEscape={!isBusy}
      withCloseButton={!isBusy}
    >
      <Stack>
        <Group justify="space-between">
          <Text size="sm">{translateImport('import.help')}</Text>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} />}
            // Failures have been shown.
            onClick={() =>
              void client
                .importTemplate(translateImport('import.templateName', { title }))
                .catch(() => undefined)
            }
          >
            {translateImport('import.template')}
          </Button>
        </Group>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the input that it holds */}
        <div className={styles.drop} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
          <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
          <FileInput
            w="100%"
            label={translateImport('import.file')}
            placeholder={translateImport('import.dropFile')}
            accept={accepted}
            clearable={!isBusy}
            clearButtonProps={{ 'aria-label': translateImport('import.removeFile') }}
            disabled={isBusy}
            value={file}
            resetRef={reset}
            onChange={choose}
          />
        </div>
        <Checkbox
          label={translateImport('import.updateSupport')}
          checked={updates}
          disabled={isBusy}
          onChange={(event) => {
            setUpdates(event.currentTarget.checked);
            changed();
          }}
        />
        <Checkbox
          label={translateImport('import.skipBad')}
          checked={skipsBad}
          disabled={isBusy}
          // The findings remain valid: they list the rows that would be skipped.
          onChange={(event) => setSkipsBad(event.currentTarget.checked)}
        />
        <div role="status">
          {isBusy && (
            <Group gap="xs">
              <Loader size="sm" />
              {translateImport(phase === 'checking' ? 'import.checking' : 'import.importing')}
            </Group>
          )}
          {!isBusy && result && (
            <Stack gap="xs">
              <ResultSummary result={result} isDone={phase === 'done'} />
              {result.warnings?.length ? <ImportWarnings warnings={result.warnings} /> : null}
            </Stack>
          )}
        </div>
        {isBusy && <ImportProgress runId={runId} />}
        {phase === 'done' && result && slots.afterImport?.(result)}
        {file && result && result.errors.length > 0 && (
          <>
            <ImportErrors definition={definition} errors={result.errors} />
            <Button
              variant="default"
              size="xs"
              style={{ alignSelf: 'flex-start' }}
              leftSection={<IconDownload size={16} />}
              onClick={() => {
                const fileName = translateImport('import.markedName', {
                  name: file.name.replace(/\.\w+$/, ''),
                });
                // Failures have been shown.
                client.importErrors(file, updates, fileName).catch(() => undefined);
              }}
            >
              {translateImport('import.marked')}
            </Button>
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" disabled={isBusy} onClick={closePanel}>
            {translate(phase === 'done' ? 'common.close' : 'common.cancel')}
          </Button>
          {phase !== 'done' && (
            <>
              <Button
                variant="light"
                disabled={file === null || phase === 'checked'}
                loading={phase === 'checking'}
                onClick={() => file && void send(file, true)}
              >
                {translateImport('import.check')}
              </Button>
              <Button
                disabled={!canImport && phase !== 'importing'}
                loading={phase === 'importing'}
                onClick={() => file && void send(file, false)}
              >
                {result ? translateImport('import.start', { count: good }) : translate('common.import')}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </PageDialog>
  );
}

function ResultSummary({ result, isDone }: { readonly result: ImportResult; readonly isDone: boolean }) {
  const translateImport = useTranslations(importTexts);
  const counts = {
    total: result.total,
    created: result.created,
    updated: result.updated,
    skipped: result.skipped,
    bad: new Set(result.errors.map(({ row }) => row)).size,
  };
  if (result.repeated) return <Alert color="yellow">{translateImport('import.repeatedFile', counts)}</Alert>;
  return (
    <Alert
      color={result.errors.length > 0 ? 'yellow' : 'green'}
      {...(isDone ? { icon: <IconCircleCheck /> } : {})}
    >
      {translateImport(isDone ? 'import.imported' : 'import.checked', counts)}
    </Alert>
  );
}
