/** Calls of the alarm pages besides those of their resources. */
import {
  alarmAcknowledge,
  alarmAcknowledgeOne,
  alarmNews,
  alarmPicture,
  alarmSummary,
  webhookTest,
} from '../../contracts/admin/calls/alarm.calls.ts';
import type { CameraPages } from '../../domain/console/camera-pages.ts';
import { type AdminRoute, bindAdminCall } from './admin-route.ts';

export function alarmRoutes({
  alarms,
  webhooks,
}: Pick<CameraPages, 'alarms' | 'webhooks'>): readonly AdminRoute[] {
  return [
    bindAdminCall(alarmAcknowledgeOne, async ({ body }, call) => {
      await alarms.acknowledge(call, [body.id]);
      return null;
    }),
    bindAdminCall(alarmAcknowledge, async ({ body }, call) => {
      await alarms.acknowledge(call, body.ids);
      return null;
    }),
    bindAdminCall(webhookTest, async ({ body }, call) => {
      await webhooks.test(call, body.id);
      return null;
    }),
    bindAdminCall(alarmPicture, ({ params }, call) => alarms.picture(call, params.id)),
    bindAdminCall(alarmNews, ({ query, locale }, call) => alarms.news(call, query, locale)),
    bindAdminCall(alarmSummary, ({ locale }, call) => alarms.summary(call, locale)),
  ];
}
