'use client';
import { Badge, Button, Group, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/request.ts';
import { RowState } from '../../resource/parts/row-state.tsx';
import { useSession } from '../../session/use-session.tsx';
import { confirmAction } from '../../ui/dialogs/confirm-action.ts';
import { PageDrawer } from '../../ui/dialogs/page-dialog.tsx';
import {
  exportVersion,
  type ThemeRow,
  type ThemeUsers,
  type ThemeVersions,
  themesKey,
} from './theme-data.ts';
import { useThemeText } from './use-theme-text.ts';

/** What was published of a theme, and which applications ask for it. */
export default function VersionsDrawer({
  theme: { themeId, themeName },
  onClose,
}: {
  readonly theme: Pick<ThemeRow, 'themeId' | 'themeName'>;
  readonly onClose: () => void;
}) {
  const translate = useThemeText();
  const read = <Data,>(what: string) => ({
    queryKey: [...themesKey, what, themeId],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get<Data>(`/iot/theme/${themeId}/${what}`, { signal, quiet: true }),
    staleTime: 0,
  });
  const versions = useQuery(read<ThemeVersions>('versions'));
  const uses = useQuery(read<ThemeUsers>('uses'));
  return (
    <PageDrawer title={`${translate('theme.versions')} · ${themeName}`} onClose={onClose}>
      <Stack>
        {versions.error ? (
          <RowState error={versions.error} onRetry={() => void versions.refetch()} />
        ) : versions.data ? (
          <VersionList themeId={themeId} versions={versions.data} />
        ) : (
          <Skeleton height={120} />
        )}
        <Title order={3} size="h5">
          {translate('theme.usedBy')}
        </Title>
        {uses.error ? (
          <RowState error={uses.error} onRetry={() => void uses.refetch()} />
        ) : uses.data ? (
          <UserTable uses={uses.data} />
        ) : (
          <Skeleton height={60} />
        )}
      </Stack>
    </PageDrawer>
  );
}

function VersionList({ themeId, versions }: { readonly themeId: string; readonly versions: ThemeVersions }) {
  const translate = useThemeText();
  const queries = useQueryClient();
  const mayPublish = useSession().can('iot:theme:publish');

  async function rollBack(number: number): Promise<void> {
    const isSure = await confirmAction({
      title: translate('theme.rollBack'),
      message: translate('theme.rollBackQuestion', { number }),
    });
    if (!isSure) return;
    // The call shows its own failures.
    const isDone = await api.put('/iot/theme/rollback', { id: themeId, number }).then(
      () => true,
      () => false,
    );
    await queries.invalidateQueries({ queryKey: themesKey });
    if (isDone) notifications.show({ message: translate('theme.rolledBack', { number }), role: 'status' });
  }

  if (versions.length === 0) return <Text c="dimmed">{translate('theme.noVersions')}</Text>;
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {versions.map(({ number, restoredFrom, publishedBy, publishTime, isCurrent }) => (
        <Paper key={number} withBorder p="sm" component="li">
          <Group justify="space-between" gap="xs">
            <Group gap="xs">
              <Text fw={600}>{translate('theme.version', { number })}</Text>
              {isCurrent && (
                <Badge variant="light" tt="none">
                  {translate('theme.current')}
                </Badge>
              )}
              {restoredFrom !== null && (
                <Badge variant="light" color="gray" tt="none">
                  {translate('theme.restoredFrom', { number: restoredFrom })}
                </Badge>
              )}
            </Group>
            <Group gap="xs">
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`${translate('theme.export')} ${translate('theme.version', { number })}`}
                onClick={() => void exportVersion(themeId, number).catch(() => undefined)}
              >
                {translate('theme.export')}
              </Button>
              {mayPublish && !isCurrent && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`${translate('theme.rollBack')} ${translate('theme.version', { number })}`}
                  onClick={() => void rollBack(number)}
                >
                  {translate('theme.rollBack')}
                </Button>
              )}
            </Group>
          </Group>
          <Text size="sm" c="dimmed">
            {translate('theme.publishedBy', {
              time: publishTime,
              name: publishedBy || translate('theme.commandLine'),
            })}
          </Text>
        </Paper>
      ))}
    </Stack>
  );
}

function UserTable({ uses }: { readonly uses: ThemeUsers }) {
  const translate = useThemeText();
  if (uses.length === 0) return <Text c="dimmed">{translate('theme.nobody')}</Text>;
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{translate('theme.application')}</Table.Th>
            <Table.Th scope="col" ta="right">
              {translate('theme.requests')}
            </Table.Th>
            <Table.Th scope="col">{translate('theme.lastTime')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {uses.map(({ applicationId, name, requests, lastTime }) => (
            <Table.Tr key={applicationId}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="right">{requests}</Table.Td>
              <Table.Td>{lastTime}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
