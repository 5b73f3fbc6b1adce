'use client';
import { Paper, Table, Text } from '@mantine/core';
import { bytesText } from '../parts/bytes-text.ts';
import { Facts } from './facts.tsx';
import styles from './server.module.css';
import type { ServerFigures } from './server-data.ts';
import { useServerText } from './use-server-text.ts';

export function DatabasePanel({ db }: Pick<ServerFigures, 'db'>) {
  const translate = useServerText();
  return (
    <Paper component="section" withBorder className={styles.panel} aria-label={translate('server.database')}>
      <Text component="h2" size="sm" fw={600}>
        {translate('server.database')}
      </Text>
      <Facts
        facts={[
          [translate('server.version'), translate(`server.${db.kind}`, { version: db.version })],
          [translate('server.size'), bytesText(db.size)],
          [
            translate('server.pool'),
            db.pool ? translate('server.poolOf', db.pool) : translate('server.onePool'),
          ],
        ]}
      />
    </Paper>
  );
}

export function SlowStatements({ slowest }: Pick<ServerFigures['db'], 'slowest'>) {
  const translate = useServerText();
  return (
    <Paper component="section" withBorder className={styles.panel} aria-label={translate('server.slowest')}>
      <Text component="h2" size="sm" fw={600}>
        {translate('server.slowest')}
      </Text>
      <Text size="xs" c="dimmed">
        {translate('server.slowestWhy')}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <div className={styles.table} tabIndex={0}>
        <Table fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{translate('server.statement')}</Table.Th>
              {(['server.count', 'server.maxMs', 'server.meanMs'] as const).map((head) => (
                <Table.Th scope="col" key={head} className={styles.number}>
                  {translate(head)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {slowest.map(({ statement, count, maxMs, meanMs }) => (
              <Table.Tr key={statement}>
                <Table.Td className={styles.statement}>
                  <Text component="span" size="xs" ff="monospace">
                    {statement}
                  </Text>
                </Table.Td>
                <Table.Td className={styles.number}>{count}</Table.Td>
                <Table.Td className={styles.number}>{maxMs}</Table.Td>
                <Table.Td className={styles.number}>{meanMs}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Paper>
  );
}
