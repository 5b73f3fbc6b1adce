'use client';
import { Button, Group, Modal, Progress, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { idOf, type Row, titleOf } from '../data/row.ts';
import dialog from '../parts/dialog.module.css';
import { useTexts } from '../parts/use-texts.ts';
import { useResourceRoom } from '../room-context.ts';

interface Outcome {
  readonly row: Row;
  /** Null: it went. */
  readonly error: string | null;
}

/** After a refusal of all: one by one, with what became of each. */
export default function BulkReport({
  rows,
  onClose,
}: {
  readonly rows: readonly Row[];
  readonly onClose: () => void;
}) {
  const { resource, selection } = useResourceRoom();
  const { definition, client } = resource;
  const { say } = useTexts();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [isRunning, setRunning] = useState(false);
  const isDone = outcomes.length === rows.length;

  const runAll = async () => {
    setRunning(true);
    for (const row of rows) {
      const error = await client.remove([idOf(definition, row)], { quiet: true }).then(
        () => null,
        (failure: unknown) => (failure instanceof Error ? failure.message : String(failure)),
      );
      if (error === null) selection.toggle([row], false);
      setOutcomes((current) => [...current, { row, error }]);
    }
    setRunning(false);
    await resource.refresh();
  };

  return (
    <Modal
      opened
      centered
      title={say('resource.bulkTitle')}
      classNames={{ title: dialog.title }}
      onClose={onClose}
      withCloseButton={!isRunning}
      closeOnClickOutside={false}
      closeOnEscape={!isRunning}
      closeButtonProps={{ 'aria-label': say('common.close') }}
    >
      <Stack>
        <Text>{say('resource.bulkRefused', { count: rows.length })}</Text>
        {outcomes.length > 0 && (
          <>
            <Progress
              value={(outcomes.length / rows.length) * 100}
              aria-label={say('resource.progress', { done: outcomes.length, total: rows.length })}
            />
            <ScrollArea.Autosize mah={320}>
              <Table>
                <Table.Tbody>
                  {outcomes.map(({ row, error }) => (
                    <Table.Tr key={String(idOf(definition, row))}>
                      <Table.Th scope="row">{titleOf(definition, row)}</Table.Th>
                      <Table.Td>
                        <Group gap={4} wrap="nowrap">
                          {error === null ? <IconCircleCheck size={16} /> : <IconCircleX size={16} />}
                          {error ?? say('common.done')}
                        </Group>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </ScrollArea.Autosize>
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isRunning}>
            {say('common.close')}
          </Button>
          {!isDone && (
            <Button color="red" loading={isRunning} onClick={() => void runAll()}>
              {say('resource.oneByOne')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
