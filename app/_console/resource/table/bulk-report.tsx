'use client';
import { Button, Group, Modal, Progress, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { idOf, type Row, titleOf } from '../data/row.ts';
import { type Outcome, oneByOne } from '../data/use-bulk-status.ts';
import dialog from '../parts/dialog.module.css';
import { useTexts } from '../parts/use-texts.ts';
import { useResourceRoom } from '../room-context.ts';

const none: readonly Outcome[] = [];

/** What became of each of several rows; after a refusal of all to go together, one by one. */
export default function BulkReport({
  title,
  lead,
  rows,
  outcomes: known = none,
  onClose,
}: {
  readonly title: string;
  readonly lead: string;
  readonly rows: readonly Row[];
  /** Of what was done already. Without them, removing one by one is offered. */
  readonly outcomes?: readonly Outcome[];
  readonly onClose: () => void;
}) {
  const { resource, selection } = useResourceRoom();
  const { definition, client } = resource;
  const { say } = useTexts();
  const [outcomes, setOutcomes] = useState(known);
  const [isRunning, setRunning] = useState(false);
  const isDone = known.length > 0 || outcomes.length === rows.length;

  const runAll = async () => {
    setRunning(true);
    await oneByOne(
      rows,
      (row) => client.remove([idOf(definition, row)], { quiet: true }),
      (outcome) => {
        if (outcome.error === null) selection.toggle([outcome.row], false);
        setOutcomes((current) => [...current, outcome]);
      },
    );
    setRunning(false);
    await resource.refresh();
  };

  return (
    <Modal
      opened
      centered
      title={title}
      classNames={{ title: dialog.title }}
      onClose={onClose}
      withCloseButton={!isRunning}
      closeOnClickOutside={false}
      closeOnEscape={!isRunning}
      closeButtonProps={{ 'aria-label': say('common.close') }}
    >
      <Stack>
        <Text>{lead}</Text>
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
