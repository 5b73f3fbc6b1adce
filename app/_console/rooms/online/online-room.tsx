'use client';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/request.ts';
import { pieceRows } from '../../resource/data/in-pieces.ts';
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
  /** What one call ends goes together; the first refusal is told by the wrapper, and is the last call. */
  const endAll = async (ids: readonly string[]) => {
    for (let at = 0; at < ids.length; at += pieceRows)
      await api.delete<void>('/monitor/online/batch', { body: { ids: ids.slice(at, at + pieceRows) } });
  };
  const idsOf = (rows: readonly Row[]) => rows.map(({ tokenId }) => String(tokenId));
  return (
    <ResourcePage
      resource="monitor.online"
      slots={{
        actions: {
          'monitor.online.forceLogout': (rows) =>
            void end(api.delete<void>(`/monitor/online/${idsOf(rows).join(',')}`)),
          'monitor.online.batchLogout': (rows) => void end(endAll(idsOf(rows))),
        },
      }}
    />
  );
}
