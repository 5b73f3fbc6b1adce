'use client';
import { Button, Group, Paper, Skeleton, Table, Text, UnstyledButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isMissing } from '../../api/api-error.ts';
import { api } from '../../api/request.ts';
import { HasPermi } from '../../session/permission.tsx';
import { LoadFailed } from '../parts/load-failed.tsx';
import styles from './cache.module.css';
import { type CacheInfo, useCacheInfo, useCacheKeys, useCacheValue } from './cache-data.ts';
import { useCachesText } from './use-caches-text.ts';

/** What the server keeps in memory of this organisation. */
export default function CachePage() {
  const translate = useCachesText();
  const queries = useQueryClient();
  const { data, error, refetch } = useCacheInfo();
  const [selected, setSelected] = useState<string | null>(null);
  const readAgain = () => queries.invalidateQueries({ queryKey: ['monitor.cache'] });
  const clearing = useMutation({
    mutationFn: (path: string) => api.delete<void>(`/monitor/cache/${path}`),
    async onSuccess() {
      notifications.show({ message: translate('caches.cleared'), role: 'status' });
      await readAgain();
    },
  });
  if (!data && error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} radius="md" />;
  const name = selected ?? data.caches[0]!.cacheName;
  const [hits, misses] = (['hits', 'misses'] as const).map(
    (of) => data.commandStats.find((stat) => stat.name === of)?.value ?? 0,
  );
  return (
    <div className={styles.page}>
      <div>
        <Text size="sm">
          {translate('caches.of', {
            process: data.info.process,
            size: data.dbSize,
            hits: hits ?? 0,
            misses: misses ?? 0,
          })}
        </Text>
        <Text size="sm" c="dimmed">
          {translate('caches.why')}
        </Text>
      </div>
      <Group gap="sm">
        <Button variant="default" onClick={() => void readAgain()}>
          {translate('caches.refresh')}
        </Button>
        <HasPermi value={['monitor:cache:clear']}>
          <Button
            variant="default"
            loading={clearing.isPending}
            onClick={() => clearing.mutate('clearCacheAll')}
          >
            {translate('caches.clearAll')}
          </Button>
        </HasPermi>
      </Group>
      <div className={styles.parts}>
        <CacheTable
          caches={data.caches}
          selected={name}
          onSelect={setSelected}
          onClear={(cleared) => clearing.mutate(`clearCacheName/${cleared}`)}
        />
        <CacheKeys
          key={name}
          name={name}
          title={data.caches.find(({ cacheName }) => cacheName === name)?.remark ?? name}
        />
      </div>
    </div>
  );
}

interface CacheTableProps {
  readonly caches: CacheInfo['caches'];
  readonly selected: string;
  onSelect(name: string): void;
  onClear(name: string): void;
}

function CacheTable({ caches, selected, onSelect, onClear }: CacheTableProps) {
  const translate = useCachesText();
  return (
    <Paper component="section" withBorder className={styles.panel} aria-label={translate('caches.caches')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <div className={styles.table} tabIndex={0}>
        <Table fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{translate('caches.name')}</Table.Th>
              {(['caches.size', 'caches.hits', 'caches.misses'] as const).map((head) => (
                <Table.Th scope="col" key={head} className={styles.number}>
                  {translate(head)}
                </Table.Th>
              ))}
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {caches.map(({ cacheName, remark, size, hits, misses }) => (
              <Table.Tr key={cacheName}>
                <Table.Th scope="row">
                  <Button
                    size="compact-sm"
                    variant={cacheName === selected ? 'light' : 'subtle'}
                    aria-pressed={cacheName === selected}
                    onClick={() => onSelect(cacheName)}
                  >
                    {remark}
                  </Button>
                </Table.Th>
                <Table.Td className={styles.number}>{size}</Table.Td>
                <Table.Td className={styles.number}>{hits}</Table.Td>
                <Table.Td className={styles.number}>{misses}</Table.Td>
                <Table.Td className={styles.number}>
                  <HasPermi value={['monitor:cache:clear']}>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={translate('caches.clearOf', { name: remark })}
                      onClick={() => onClear(cacheName)}
                    >
                      {translate('caches.clear')}
                    </Button>
                  </HasPermi>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Paper>
  );
}

function CacheKeys({ name, title }: { readonly name: string; readonly title: string }) {
  const translate = useCachesText();
  const { data, error, refetch } = useCacheKeys(name);
  const [key, setKey] = useState<string | null>(null);
  const heading = translate('caches.keys', { name: title });
  return (
    <>
      <Paper component="section" withBorder className={styles.panel} aria-label={heading}>
        <Text component="h2" size="sm" fw={600}>
          {heading}
        </Text>
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && (
          <Text size="sm" c="dimmed" mt="sm">
            {translate('caches.none')}
          </Text>
        )}
        <ul className={styles.keys}>
          {data?.map((each) => (
            <li key={each}>
              <UnstyledButton fz="sm" aria-pressed={each === key} onClick={() => setKey(each)}>
                {each.slice(name.length + 1)}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </Paper>
      <Paper component="section" withBorder className={styles.panel} aria-label={translate('caches.value')}>
        <Text component="h2" size="sm" fw={600}>
          {translate('caches.value')}
        </Text>
        {key === null ? (
          <Text size="sm" c="dimmed" mt="sm">
            {translate('caches.pick')}
          </Text>
        ) : (
          <CacheValue name={name} cacheKey={key} />
        )}
      </Paper>
    </>
  );
}

function CacheValue({ name, cacheKey }: { readonly name: string; readonly cacheKey: string }) {
  const translate = useCachesText();
  const { data, error, refetch } = useCacheValue(name, cacheKey);
  if (error && !isMissing(error)) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (error) {
    return (
      <Text size="sm" c="dimmed" mt="sm">
        {translate('caches.gone')}
      </Text>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <pre className={styles.value} tabIndex={0}>
      {data?.cacheValue}
    </pre>
  );
}
