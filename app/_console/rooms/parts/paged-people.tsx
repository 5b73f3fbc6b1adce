'use client';
import { Button, Checkbox, Group, Loader, Table, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Page } from '../../../../lib/contracts/admin/envelope.ts';
import { api, type Query } from '../../api/request.ts';
import type { Row } from '../../resource/data/row.ts';
import { useText } from '../../settings/use-text.ts';

export interface PagedPeopleProps {
  readonly label: string;
  readonly path: string;
  readonly query: Query;
  /** The last column: when somebody read, for instance. */
  readonly extra?: { readonly title: string; readonly field: string };
  /** Marks rows, and does something with them. */
  readonly act?: {
    readonly label: (count: number) => string;
    readonly isDangerous?: boolean;
    run(ids: readonly number[]): Promise<void>;
  };
  readonly empty?: string;
}

const pageSize = 10;

/** A list of people that no resource makes: found by account, ten at a time. */
export function PagedPeople({ label, path, query, extra, act, empty }: PagedPeopleProps) {
  const say = useText();
  const [pageNum, setPageNum] = useState(1);
  const [userName, setUserName] = useState('');
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [isActing, setActing] = useState(false);
  const asked = { ...query, pageNum, pageSize, userName: userName.trim() || undefined };
  const { data, refetch } = useQuery({
    queryKey: ['people', path, asked],
    queryFn: ({ signal }) => api.get<Page<Row>>(path, { query: asked, signal }),
    placeholderData: keepPreviousData,
  });
  const rows = data?.records ?? [];
  const total = data?.total ?? 0;
  const idOf = (row: Row) => Number(row['userId']);
  const run = async () => {
    setActing(true);
    try {
      await act?.run([...marked]);
      setMarked(new Set());
      await refetch();
    } catch {
      // The wrapper has told why; the marks stay for another try.
    } finally {
      setActing(false);
    }
  };
  return (
    <section aria-label={label}>
      <Group mb="xs" gap="xs">
        <TextInput
          size="xs"
          type="search"
          aria-label={say('rooms.account')}
          placeholder={say('rooms.account')}
          value={userName}
          onChange={({ currentTarget }) => {
            setUserName(currentTarget.value);
            setPageNum(1);
          }}
        />
        {act && (
          <Button
            size="xs"
            ml="auto"
            color={act.isDangerous ? 'red' : 'accent'}
            variant={act.isDangerous ? 'light' : 'filled'}
            disabled={marked.size === 0}
            loading={isActing}
            onClick={() => void run()}
          >
            {act.label(marked.size)}
          </Button>
        )}
      </Group>
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <caption className="mantine-visually-hidden">{label}</caption>
          <Table.Thead>
            <Table.Tr>
              {act && <Table.Th w={40} aria-label={say('rooms.markAll')} />}
              <Table.Th scope="col">{say('rooms.account')}</Table.Th>
              <Table.Th scope="col">{say('rooms.person')}</Table.Th>
              <Table.Th scope="col">{say('rooms.department')}</Table.Th>
              {extra && <Table.Th scope="col">{extra.title}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={idOf(row)}>
                {act && (
                  <Table.Td>
                    <Checkbox
                      aria-label={say('rooms.mark', { name: String(row['nickName']) })}
                      checked={marked.has(idOf(row))}
                      onChange={({ currentTarget: { checked } }) => {
                        const next = new Set(marked);
                        if (checked) next.add(idOf(row));
                        else next.delete(idOf(row));
                        setMarked(next);
                      }}
                    />
                  </Table.Td>
                )}
                <Table.Td>{String(row['userName'])}</Table.Td>
                <Table.Td>{String(row['nickName'])}</Table.Td>
                <Table.Td>{String(row['deptName'] ?? '')}</Table.Td>
                {extra && <Table.Td>{String(row[extra.field] ?? '')}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {!data && <Loader size="sm" />}
      {data && rows.length === 0 && (
        <Text c="dimmed" size="sm" ta="center" py="md">
          {empty ?? say('common.empty')}
        </Text>
      )}
      <Group mt="xs" gap="xs" justify="flex-end">
        <Text size="xs" c="dimmed" aria-live="polite">
          {say('rooms.total', { total })}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          disabled={pageNum === 1}
          onClick={() => setPageNum(pageNum - 1)}
        >
          {say('rooms.previous')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={pageNum * pageSize >= total}
          onClick={() => setPageNum(pageNum + 1)}
        >
          {say('rooms.next')}
        </Button>
      </Group>
    </section>
  );
}
