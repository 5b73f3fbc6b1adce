'use client';
import { Badge, Group, Paper, Table, Text } from '@mantine/core';
import { bytesText } from '../parts/bytes-text.ts';
import styles from './server.module.css';
import { type ProcessFigures, withDistinctNames } from './server-data.ts';
import { useServerText } from './use-server-text.ts';

/** Each process on the database. */
export function ProcessTable({ processes }: { readonly processes: readonly ProcessFigures[] }) {
  const translate = useServerText();
  const heads = [
    ...([translate('server.cpu'), translate('server.processCpu'), translate('server.memory')] as const),
    ...([translate('server.processMemory'), translate('server.eventLoop')] as const),
    ...([translate('server.streams'), translate('server.viewers'), translate('server.recorders')] as const),
    translate('server.diskFree'),
  ];
  return (
    <Paper component="section" withBorder className={styles.panel} aria-label={translate('server.processes')}>
      <Text component="h2" size="sm" fw={600}>
        {translate('server.processes')}
      </Text>
      <Text size="xs" c="dimmed">
        {translate('server.processesWhy')}
      </Text>
      {/* Focusable, so that it can be scrolled with the keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <div className={styles.table} tabIndex={0}>
        <Table fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{translate('server.name')}</Table.Th>
              <Table.Th scope="col">{translate('server.started')}</Table.Th>
              <Table.Th scope="col">{translate('server.version')}</Table.Th>
              {heads.map((head) => (
                <Table.Th scope="col" key={head} className={styles.number}>
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {withDistinctNames(processes).map((process) => (
              <Table.Tr key={process.id}>
                <Table.Th scope="row">
                  <Group gap="xs" wrap="nowrap">
                    {process.name}
                    {process.isOwn && processes.length > 1 && (
                      <Badge variant="light" size="sm">
                        {translate('server.own')}
                      </Badge>
                    )}
                  </Group>
                </Table.Th>
                <Table.Td>{process.startTime}</Table.Td>
                <Table.Td>{process.version}</Table.Td>
                {valuesOf(process).map((value, index) => (
                  <Table.Td key={heads[index]} className={styles.number}>
                    {value}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Paper>
  );
}

const valuesOf = ({ cpu, cpuOfProcess, memory, rss, eventLoopP99, diskFree, work }: ProcessFigures) => [
  `${cpu}%`,
  `${cpuOfProcess}%`,
  `${memory}%`,
  bytesText(rss),
  `${eventLoopP99} ms`,
  work.streams.live + work.streams.starting + work.streams.retrying,
  work.streams.viewers,
  work.recorders.recording,
  diskFree === null ? '–' : bytesText(diskFree),
];
