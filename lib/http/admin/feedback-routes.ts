/** Calls of feedback besides those of its resource. */
import * as calls from '../../contracts/admin/calls/feedback.calls.ts';
import type { Feedback } from '../../domain/messages/feedback.ts';
import type { Uploads } from '../../domain/uploads/upload.service.ts';
import { type AdminRoute, bindAdminCall } from './admin-route.ts';

export function feedbackRoutes(feedback: Feedback, uploads: Uploads): readonly AdminRoute[] {
  return [
    bindAdminCall(calls.sendFeedback, ({ body }, call) => feedback.send(call, body)),
    bindAdminCall(calls.myFeedback, ({ query }, call) => feedback.mine(call, query)),
    bindAdminCall(calls.feedbackPicture, async ({ file }, call) => {
      const { name, path, url } = await uploads.take(call, file);
      return { name, path, url };
    }),
    bindAdminCall(calls.takeFeedback, async ({ body }, call) => {
      await feedback.take(call, body.id);
      return null;
    }),
    bindAdminCall(calls.replyToFeedback, async ({ body }, call) => {
      await feedback.reply(call, body.id, body.reply);
      return null;
    }),
    bindAdminCall(calls.closeFeedback, async ({ body }, call) => {
      await feedback.close(call, body.id);
      return null;
    }),
  ];
}
