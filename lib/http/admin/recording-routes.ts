import {
  recordingDay,
  recordingDays,
  recordingPlay,
  recordingUsage,
} from '../../contracts/admin/calls/recording.calls.ts';
import { shareOpen, shareState } from '../../contracts/admin/calls/share.calls.ts';
import type { RecordingCalls } from '../../domain/recordings/recording-calls.ts';
import type { ShareService } from '../../domain/recordings/share.service.ts';
import { type AdminRoute, bindAdminCall, bindOpenCall } from './admin-route.ts';

export function recordingRoutes(recordings: RecordingCalls, shares: ShareService): readonly AdminRoute[] {
  return [
    bindAdminCall(recordingUsage, (_input, call) => recordings.usage(call)),
    bindAdminCall(recordingDays, ({ params, query }, call) =>
      recordings.days(call, params.id, query.store, query.month),
    ),
    bindAdminCall(recordingDay, ({ params, query }, call) =>
      recordings.day(call, params.id, query.store, query.day),
    ),
    bindAdminCall(recordingPlay, ({ body }, call) => recordings.play(call, body.id)),
    bindOpenCall(shareOpen, ({ body, address }) => shares.open(body, address)),
    bindOpenCall(shareState, async ({ body }) => ({ isOpen: await shares.isOpen(body.accessToken) })),
  ];
}
