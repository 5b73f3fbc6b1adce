'use client';
import {
  Alert,
  Button,
  Checkbox,
  Group,
  Skeleton,
  Stack,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Page } from '../../../../lib/contracts/admin/envelope.ts';
import { api, type Query } from '../../api/request.ts';
import { usePageText } from '../../text/use-page-text.ts';
import styles from './paged-users.module.css';

interface UserRow {
  readonly userId: number;
  readonly userName: string;
  readonly nickName: string;
  readonly deptName: string | null;
  /** Set for readers of a notice or a message. */
  readonly readTime?: string | null;
  /** Set for recipients of a message. */
  readonly mail?: string | null;
}

interface Column {
  readonly title: string;
  readonly field: keyof UserRow;
  /** Text of a value. */
  readonly textOf?: (value: string) => string;
}

export interface PagedUsersProps {
  readonly label: string;
  readonly path: string;
  readonly query: Query;
  /** The last columns, for example the time of reading. */
  readonly extra?: Column | readonly Column[];
  /** Selection of rows with an action. */
  readonly act?: {
    readonly label: (count: number) => string;
    readonly isDangerous?: boolean;
    run(ids: readonly number[]): Promise<void>;
  };
  readonly empty?: string;
}

const pageSize = 10;
const typingMs = 250;

/** A paginated list of users without a resource, searchable by user name. */
export function PagedUsers({ label, path, query, extra, act, empty }: PagedUsersProps) {
  const translate = usePageText();
  const [pageNum, setPageNum] = useState(1);
  const [typed, setTyped] = useState('');
  const [userName] = useDebouncedValue(typed.trim(), typingMs);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [isActing, setActing] = useState(false);
  const pageQuery = { ...query, pageNum, pageSize, userName: userName || undefined };
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['users', path, pageQuery],
    queryFn: ({ signal }) => api.get<Page<UserRow>>(path, { query: pageQuery, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const rows = data?.records ?? [];
  const total = data?.total ?? 0;
  const columns: readonly Column[] = [
    { title: translate('pages.account'), field: 'userName' },
    { title: translate('pages.nickName'), field: 'nickName' },
    { title: translate('pages.department'), field: 'deptName' },
    ...(extra ? [extra].flat() : []),
  ];
  const mark = (ids: readonly number[], isMarked: boolean) => {
    const next = new Set(marked);
    for (const id of ids) {
      if (isMarked) next.add(id);
      else next.delete(id);
    }
    setMarked(next);
  };
  const run = async () => {
    setActing(true);
    try {
      await act?.run([...marked]);
      setMarked(new Set());
      setPageNum(1);
    } catch {
      // The error has been shown; the selection is kept for a retry.
    } finally {
      setActing(false);
    }
  };
  const here = rows.map(({ userId }) => userId);
  const markedHere = here.filter((id) => marked.has(id)).length;
  return (
    <section aria-label={label}>
      <Group mb="xs" gap="xs">
        <TextInput
          size="xs"
          type="search"
          className={styles.find ?? ''}
          aria-label={translate('pages.findAccount')}
          placeholder={translate('pages.findAccount')}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setPageNum(1);
          }}
        />
        {act && (
          <Button
            size="xs"
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
      <table className={styles.users} aria-busy={isFetching}>
        <VisuallyHidden component="caption">{label}</VisuallyHidden>
        <thead>
          <tr>
            {act && (
              <th scope="col">
                <Checkbox
                  size="xs"
                  aria-label={translate('pages.markAll')}
                  disabled={rows.length === 0}
                  checked={rows.length > 0 && markedHere === rows.length}
                  indeterminate={markedHere > 0 && markedHere < rows.length}
                  onChange={({ currentTarget }) => mark(here, currentTarget.checked)}
                />
              </th>
            )}
            {columns.map(({ title, field }) => (
              <th scope="col" key={field}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.userId}>
              {act && (
                <td>
                  <Checkbox
                    size="xs"
                    aria-label={translate('pages.mark', { name: row.nickName })}
                    checked={marked.has(row.userId)}
                    onChange={({ currentTarget }) => mark([row.userId], currentTarget.checked)}
                  />
                </td>
              )}
              {columns.map(({ title, field, textOf = (value) => value }) => (
                <td key={field} data-title={title}>
                  {textOf(String(row[field] ?? ''))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!data && !error && <Skeleton height={200} mt="xs" />}
      {!data && error && (
        <Alert color="red" role="alert" mt="xs">
          <Group>
            {error.message}
            <Button size="xs" variant="default" onClick={() => void refetch()}>
              {translate('common.retry')}
            </Button>
          </Group>
        </Alert>
      )}
      {data && rows.length === 0 && (
        <Stack align="center" gap="xs" py="lg" role="status">
          <Text c="dimmed" size="sm" ta="center">
            {userName ? translate('resource.nothingFound') : (empty ?? translate('common.empty'))}
          </Text>
          {userName && (
            <Button size="xs" variant="default" onClick={() => setTyped('')}>
              {translate('resource.clearFilters')}
            </Button>
          )}
        </Stack>
      )}
      <Group mt="xs" gap="xs" justify="flex-end">
        <Text size="xs" c="dimmed" aria-live="polite">
          {data ? translate('pages.total', { total }) : ''}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          disabled={pageNum === 1}
          onClick={() => setPageNum(pageNum - 1)}
        >
          {translate('pages.previous')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={pageNum * pageSize >= total}
          onClick={() => setPageNum(pageNum + 1)}
        >
          {translate('pages.next')}
        </Button>
      </Group>
    </section>
  );
}
