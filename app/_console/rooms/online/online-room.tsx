'use client';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/request.ts';
import type { Row } from '../../resource/data/row.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { useText } from '../../settings/use-text.ts';

/** Who is signed in. Whoever is signed out here learns it with their next call. */
export default function OnlineRoom() {
  const say = useText();
  const queries = useQueryClient();
  const end = async (doing: Promise<void>) => {
    try {
      await doing;
      notifications.show({ message: say('common.done'), role: 'status' });
    } catch {
      // The wrapper has told why.
    }
    await queries.invalidateQueries({ queryKey: ['monitor.online'] });
  };
  const idsOf = (rows: readonly Row[]) => rows.map(({ tokenId }) => String(tokenId));
  return (
    <ResourcePage
      resource="monitor.online"
      slots={{
        actions: {
          'monitor.online.forceLogout': (rows) =>
            void end(api.delete<void>(`/monitor/online/${idsOf(rows).join(',')}`)),
          'monitor.online.batchLogout': (rows) =>
            void end(api.delete<void>('/monitor/online/batch', { body: { ids: idsOf(rows) } })),
        },
      }}
    />
  );
}
