/** Calls of the message centre besides those of its resources. */
import * as calls from '../../contracts/admin/calls/message.calls.ts';
import type { Messages } from '../../domain/messages/create-messages.ts';
import { type AdminRoute, bindAdminCall } from './admin-route.ts';

export function messageRoutes({ inbox, written, fillTemplate }: Messages): readonly AdminRoute[] {
  return [
    bindAdminCall(calls.myMessages, async ({ query }, call) => paged(await inbox.list(call, query))),
    bindAdminCall(calls.markMessagesRead, async ({ body }, call) => {
      await inbox.markRead(call, body.ids);
      return null;
    }),
    bindAdminCall(calls.markAllMessagesRead, async (_, call) => {
      await inbox.markRead(call, null);
      return null;
    }),
    bindAdminCall(calls.removeMyMessages, async ({ body }, call) => {
      await inbox.remove(call, body.ids);
      return null;
    }),
    bindAdminCall(calls.messageChannels, () => written.channels()),
    bindAdminCall(calls.sendMessage, async ({ body }, call) => {
      await written.send(call, body.id);
      return null;
    }),
    bindAdminCall(calls.recallMessage, async ({ body }, call) => {
      await written.recall(call, body.id, body.reason);
      return null;
    }),
    bindAdminCall(calls.messageReceipts, async ({ params, query }, call) =>
      paged(await written.receipts(call, params.id, query)),
    ),
    bindAdminCall(calls.fillTemplate, ({ params, body }, call) => fillTemplate(call, params.id, body.params)),
  ];
}

const paged = <Row, Rest extends object>({
  records,
  ...page
}: Rest & { readonly records: readonly Row[] }) => ({ ...page, records: [...records] });
