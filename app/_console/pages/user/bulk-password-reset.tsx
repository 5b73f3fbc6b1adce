'use client';
import { Alert, Button, Code, Group, Progress, ScrollArea, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { api } from '../../api/request.ts';
import { saveFile } from '../../api/save-file.ts';
import { inBatches } from '../../resource/actions/batch.ts';
import { allDone, type Outcome } from '../../resource/actions/batch-limits.ts';
import { useUnsaved } from '../../shell/page/use-unsaved.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { OneTimeSecretDialog } from '../../ui/dialogs/one-time-secret-dialog.tsx';
import type { IssuedPassword } from './one-time-password.tsx';

interface Made extends IssuedPassword {
  readonly userName: string;
  readonly nickName: string;
}

/**
 * Resets the passwords of several users with one call each, so that a failure affects one user only. It can be
 * stopped and continued. The passwords exist in this dialog and in the downloaded file only.
 */
export function BulkPasswordReset({
  ids,
  nameOf,
  onClose,
}: {
  readonly ids: readonly RowId[];
  /** Name of a user whose password could not be reset. */
  readonly nameOf: (id: RowId) => string;
  readonly onClose: () => void;
}) {
  const translate = usePageText();
  const [outcomes, setOutcomes] = useState<readonly Outcome<RowId>[]>([]);
  const [madeFor, setMadeFor] = useState<ReadonlyMap<RowId, Made>>(new Map());
  const [running, setRunning] = useState<AbortController | null>(null);
  const [isSaved, setSaved] = useState(false);
  const made = [...madeFor.values()];
  const isLost = made.length > 0 && !isSaved;
  // After the dialog, new passwords could not be shown.
  const dialog = useUnsaved(running !== null || isLost, () => running?.abort());
  const [firstExpiry] = made.flatMap(({ validUntil }) => validUntil ?? []).sort();
  const left = ids.slice(outcomes.length);
  const progress = translate('resource.progress', { done: outcomes.length, total: ids.length });

  const run = async () => {
    const stopping = new AbortController();
    setRunning(stopping);
    await inBatches(left, {
      size: 1,
      signal: stopping.signal,
      async act([id]) {
        const answer = await api.put<Made>('/system/user/resetPwd', { id }, { quiet: true });
        setMadeFor((all) => new Map([...all, [id!, answer]]));
        setSaved(false);
        return allDone();
      },
      onOutcomes: (some) => setOutcomes((all) => [...all, ...some]),
    });
    setRunning(null);
  };
  const save = () => {
    const heading = [
      translate('pages.account'),
      translate('pages.nickName'),
      translate('pages.oneTimePassword'),
      translate('pages.validUntil'),
    ];
    const lines = [
      heading,
      ...made.map(({ userName, nickName, password, validUntil = '' }) => [
        userName,
        nickName,
        password,
        validUntil,
      ]),
    ];
    const text = lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n');
    // The byte order mark marks the file as UTF-8 for spreadsheets.
    saveFile(
      new Blob([`\ufeff${text}\r\n`], { type: 'text/csv' }),
      `${translate('pages.oneTimePassword')}.csv`,
    );
    setSaved(true);
  };

  return (
    <OneTimeSecretDialog
      ref={dialog}
      size="lg"
      title={translate('pages.manyPasswords')}
      isSaved={!isLost}
      isBusy={running !== null}
      action={
        running ? (
          <Button variant="default" onClick={() => running.abort()}>
            {translate('resource.stop')}
          </Button>
        ) : (
          left.length > 0 && (
            <Button color="red" onClick={() => void run()}>
              {translate('pages.makePasswords')}
            </Button>
          )
        )
      }
      onClose={onClose}
    >
      <Text size="sm">{translate('pages.manyPasswordsWhy', { count: ids.length })}</Text>
      {(outcomes.length > 0 || running) && (
        <>
          <Progress value={(outcomes.length / ids.length) * 100} aria-label={progress} />
          {running ? (
            <Text size="sm">{progress}</Text>
          ) : (
            <Text role="status">
              {translate('resource.bulkCounts', {
                done: made.length,
                failed: outcomes.length - made.length,
                left: left.length,
              })}
            </Text>
          )}
          <ScrollArea.Autosize mah={360}>
            <Table fz="sm">
              <Table.Tbody>
                {outcomes.map(({ row: id, error }) => {
                  const person = madeFor.get(id);
                  return (
                    <Table.Tr key={id}>
                      <Table.Th scope="row">
                        {person ? `${person.nickName} (${person.userName})` : nameOf(id)}
                      </Table.Th>
                      <Table.Td>{person ? <Code>{person.password}</Code> : error}</Table.Td>
                    </Table.Tr>
                  );
                })}
              </Table.Tbody>
            </Table>
          </ScrollArea.Autosize>
          {!running && made.length > 0 && (
            <Alert color="yellow">
              <Group justify="space-between">
                <div>
                  {translate('resource.shownOnce')}
                  {firstExpiry && <div>{translate('pages.oneTimePasswordUntil', { time: firstExpiry })}</div>}
                </div>
                <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
                  {translate('pages.savePasswords')}
                </Button>
              </Group>
            </Alert>
          )}
        </>
      )}
    </OneTimeSecretDialog>
  );
}

/** Escapes formulas. */
function csvCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}
