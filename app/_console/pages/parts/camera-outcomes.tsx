'use client';
import { Badge, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface CameraOutcome {
  /** Of the camera. */
  readonly id: string;
  readonly name: ReactNode;
  readonly tone: 'waiting' | 'running' | 'good' | 'failed';
  readonly text: string;
  /** Why it failed. */
  readonly failure?: string | undefined;
}

const colours = { waiting: 'gray', running: 'blue', good: 'green', failed: 'red' } as const;

/** What became of something on each of several cameras. */
export function CameraOutcomes({
  label,
  outcomes,
}: {
  readonly label: string;
  readonly outcomes: readonly CameraOutcome[];
}) {
  return (
    <Table aria-label={label}>
      <Table.Tbody>
        {outcomes.map(({ id, name, tone, text, failure }) => (
          <Table.Tr key={id}>
            <Table.Td>{name}</Table.Td>
            <Table.Td>
              <Badge color={colours[tone]} variant="light">
                {text}
              </Badge>
              {failure && (
                <Text size="sm" c="red">
                  {failure}
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
