'use client';
import { Alert, Button, Code, Group, Progress, ScrollArea, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../api/request.ts';
import { saveFile } from '../../api/save-file.ts';
import type { RowId } from '../../resource/data/row.ts';
import { OnceDialog } from '../../resource/parts/once-dialog.tsx';
import { useFocusBack } from '../parts/use-focus-back.ts';
import { useRoomText } from '../parts/use-room-text.ts';

interface Made {
  readonly userName: string;
  readonly nickName: string;
  readonly password: string;
}

type Outcome = { readonly id: RowId; readonly made: Made } | { readonly id: RowId; readonly error: string };

/**
 * New passwords for several people, one call each: what is refused for one keeps nobody else from theirs. They are
 * in this window and in the file that it makes, and nowhere else.
 */
export function ManyPasswords({
  ids,
  nameOf,
  onClose,
}: {
  readonly ids: readonly RowId[];
  /** Of somebody whose password could not be made. */
  readonly nameOf: (id: RowId) => string;
  readonly onClose: () => void;
}) {
  const say = useRoomText();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [isRunning, setRunning] = useState(false);
  const [isSaved, setSaved] = useState(false);
  useFocusBack();
  const isDone = outcomes.length === ids.length;
  const made = outcomes.flatMap((outcome) => ('made' in outcome ? [outcome.made] : []));

  const run = async () => {
    setRunning(true);
    for (const id of ids) {
      const outcome = await api
        .put<Made>('/system/user/resetPwd', { id }, { quiet: true })
        .then((answer): Outcome => ({ id, made: answer }))
        .catch(
          (error: unknown): Outcome => ({
            id,
            error: error instanceof Error ? error.message : String(error),
          }),
        );
      setOutcomes((all) => [...all, outcome]);
    }
    setRunning(false);
  };
  const save = () => {
    const heading = [say('rooms.account'), say('rooms.nickName'), say('rooms.oneTimePassword')];
    const lines = [
      heading,
      ...made.map(({ userName, nickName, password }) => [userName, nickName, password]),
    ];
    const text = lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n');
    // The mark tells spreadsheets that it is UTF-8.
    saveFile(new Blob([`\ufeff${text}\r\n`], { type: 'text/csv' }), `${say('rooms.oneTimePassword')}.csv`);
    setSaved(true);
  };

  return (
    <OnceDialog
      size="lg"
      title={say('rooms.manyPasswords')}
      isKept={isSaved || made.length === 0}
      isBusy={isRunning}
      onClose={onClose}
    >
      <Text size="sm">{say('rooms.manyPasswordsWhy', { count: ids.length })}</Text>
      {outcomes.length === 0 && !isRunning ? (
        <Group justify="flex-end">
          <Button color="red" onClick={() => void run()}>
            {say('rooms.makePasswords')}
          </Button>
        </Group>
      ) : (
        <>
          <Progress
            value={(outcomes.length / ids.length) * 100}
            aria-label={say('resource.progress', { done: outcomes.length, total: ids.length })}
          />
          <ScrollArea.Autosize mah={360}>
            <Table fz="sm">
              <Table.Tbody>
                {outcomes.map((outcome) =>
                  'made' in outcome ? (
                    <Table.Tr key={outcome.id}>
                      <Table.Th scope="row">
                        {outcome.made.nickName} ({outcome.made.userName})
                      </Table.Th>
                      <Table.Td>
                        <Code>{outcome.made.password}</Code>
                      </Table.Td>
                    </Table.Tr>
                  ) : (
                    <Table.Tr key={outcome.id}>
                      <Table.Th scope="row">{nameOf(outcome.id)}</Table.Th>
                      <Table.Td>{outcome.error}</Table.Td>
                    </Table.Tr>
                  ),
                )}
              </Table.Tbody>
            </Table>
          </ScrollArea.Autosize>
          {isDone && made.length > 0 && (
            <Alert color="yellow">
              <Group justify="space-between">
                {say('resource.shownOnce')}
                <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
                  {say('rooms.savePasswords')}
                </Button>
              </Group>
            </Alert>
          )}
        </>
      )}
    </OnceDialog>
  );
}

/** Nothing in it is calculated by whoever opens the file. */
function csvCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}
