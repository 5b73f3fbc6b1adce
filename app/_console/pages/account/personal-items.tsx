'use client';
/** Tabs of the account page: applications, notices and cameras the user can see, newest first. Shown if permitted. */
import { Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../../../../lib/contracts/admin/envelope.ts';
import { accountTexts } from '../../../../lib/i18n/console/account.ts';
import type { Query } from '../../api/request.ts';
import { useApi } from '../../api/use-api.ts';
import { usePage } from '../../shell/page/page-context.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { LoadFailed } from '../parts/load-failed.tsx';
import styles from './account.module.css';

const shown = 8;

interface PersonalItemsProps<Row> {
  readonly lead: keyof typeof accountTexts;
  /** Query key. */
  readonly resource: string;
  readonly path: string;
  readonly query?: Query;
  readonly idOf: (row: Row) => string | number;
  readonly draw: (row: Row) => ReactNode;
  /** Path of the full list; null: not everyone has one. */
  readonly page: string | null;
}

function PersonalItems<Row>({ lead, resource, path, query, idOf, draw, page }: PersonalItemsProps<Row>) {
  const translate = useTranslations(accountTexts);
  const api = useApi();
  const { open } = usePage();
  const listQuery = { pageNum: 1, pageSize: shown, ...query };
  const rows = useQuery({
    queryKey: [resource, 'page', listQuery],
    queryFn: ({ signal }) => api.get<Page<Row>>(path, { query: listQuery, signal, quiet: true }),
  });
  if (rows.isPending) return <Skeleton height={160} />;
  if (rows.isError) return <LoadFailed error={rows.error} onRetry={() => void rows.refetch()} />;
  const { records, total } = rows.data;
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed">
          {translate(lead)} · {translate('account.total', { count: total })}
        </Text>
        {page ? (
          <Button variant="subtle" size="compact-sm" onClick={() => open(page)}>
            {translate('account.all')}
          </Button>
        ) : null}
      </Group>
      {records.length === 0 ? (
        <Text c="dimmed">{translate('account.noneYet')}</Text>
      ) : (
        <ul className={styles.things}>
          {records.map((row) => (
            <li key={idOf(row)}>{draw(row)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

interface Application {
  readonly id: string;
  readonly name: string;
  readonly appKey: string;
}

export function MyApplications() {
  return (
    <PersonalItems<Application>
      lead="account.appLead"
      resource="iot.application"
      path="/iot/application/page"
      // Excludes the built-in application used for previews.
      query={{ isBuiltIn: 'false' }}
      idOf={(row) => row.id}
      draw={(row) => (
        <>
          <Text fw={500}>{row.name}</Text>
          <Text size="xs" c="dimmed" ff="monospace">
            {row.appKey}
          </Text>
        </>
      )}
      page="/iot/application"
    />
  );
}

interface NoticeRow {
  readonly noticeId: number;
  readonly noticeTitle: string;
  readonly createTime: string;
}

export function MyNotices() {
  return (
    <PersonalItems<NoticeRow>
      lead="account.articleLead"
      resource="system.notice"
      path="/system/notice/list"
      query={{ status: '0' }}
      idOf={(row) => row.noticeId}
      draw={(row) => (
        <>
          <Text fw={500}>{row.noticeTitle}</Text>
          <Text size="xs" c="dimmed">
            {row.createTime}
          </Text>
        </>
      )}
      page={null}
    />
  );
}

interface Camera {
  readonly id: string;
  readonly name: string;
  readonly deviceSerial: string;
  readonly channelNo: number;
  readonly onlineStatus: string;
}

export function MyCameras() {
  const translate = useTranslations(accountTexts);
  return (
    <PersonalItems<Camera>
      lead="account.projectLead"
      resource="iot.camera"
      path="/iot/camera/page"
      idOf={(row) => row.id}
      draw={(row) => (
        <Group justify="space-between" wrap="nowrap">
          <div>
            <Text fw={500}>{row.name}</Text>
            <Text size="xs" c="dimmed">
              {row.deviceSerial} / {row.channelNo}
            </Text>
          </div>
          <Badge variant="light" radius="sm" color={row.onlineStatus === '1' ? 'green' : 'gray'}>
            {translate(row.onlineStatus === '1' ? 'account.online' : 'account.offline')}
          </Badge>
        </Group>
      )}
      page="/iot/camera"
    />
  );
}
