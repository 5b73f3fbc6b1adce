import {
  watchAddNote,
  watchNotes,
  watchOnline,
  watchOpen,
  watchRemoveNote,
  watchRenew,
  watchViewers,
} from '../../contracts/admin/calls/watch.calls.ts';
import type { WatchCalls } from '../../domain/devices/watch-calls.ts';
import { type AdminRoute, bindAdminCall } from './admin-route.ts';

export function watchRoutes(watch: WatchCalls): readonly AdminRoute[] {
  return [
    bindAdminCall(watchOpen, ({ body }, call) => watch.open(call, body)),
    bindAdminCall(watchRenew, ({ body }, call) => watch.renew(call, body.id)),
    bindAdminCall(watchOnline, ({ params }, call) => watch.online(call, params.id)),
    bindAdminCall(watchViewers, ({ params }, call) => watch.viewers(call, params.id)),
    bindAdminCall(watchNotes, ({ params }, call) => watch.notes(call, params.id)),
    bindAdminCall(watchAddNote, ({ params, body }, call) => watch.addNote(call, params.id, body.text)),
    bindAdminCall(watchRemoveNote, ({ params }, call) => watch.removeNote(call, params.id, params.noteId)),
  ];
}
