/** Every resource of the console, by its `key`. */
import type { ResourceDef } from '../define-resource.ts';
import { iotAlarm } from './iot-alarm.resource.ts';
import { iotAlarmToken } from './iot-alarm-token.resource.ts';
import { iotApplication } from './iot-application.resource.ts';
import { iotCamera } from './iot-camera.resource.ts';
import { iotCompany } from './iot-company.resource.ts';
import { iotDevice } from './iot-device.resource.ts';
import { iotShare } from './iot-share.resource.ts';
import { iotToken } from './iot-token.resource.ts';
import { iotWebhook } from './iot-webhook.resource.ts';
import { iotWebhookDelivery } from './iot-webhook-delivery.resource.ts';
import { monitorLogininfor } from './monitor-logininfor.resource.ts';
import { monitorOnline } from './monitor-online.resource.ts';
import { monitorOperlog } from './monitor-operlog.resource.ts';
import { systemConfig } from './system-config.resource.ts';
import { systemDept } from './system-dept.resource.ts';
import { systemDictData } from './system-dict-data.resource.ts';
import { systemDictType } from './system-dict-type.resource.ts';
import { systemMenu } from './system-menu.resource.ts';
import { systemNotice } from './system-notice.resource.ts';
import { systemPost } from './system-post.resource.ts';
import { systemRole } from './system-role.resource.ts';
import { systemUser } from './system-user.resource.ts';

export const resources = {
  'system.user': systemUser,
  'system.role': systemRole,
  'system.menu': systemMenu,
  'system.dept': systemDept,
  'system.post': systemPost,
  'system.dictType': systemDictType,
  'system.dictData': systemDictData,
  'system.config': systemConfig,
  'system.notice': systemNotice,
  'monitor.logininfor': monitorLogininfor,
  'monitor.operlog': monitorOperlog,
  'monitor.online': monitorOnline,
  'iot.company': iotCompany,
  'iot.device': iotDevice,
  'iot.camera': iotCamera,
  'iot.alarm': iotAlarm,
  'iot.alarmToken': iotAlarmToken,
  'iot.application': iotApplication,
  'iot.share': iotShare,
  'iot.token': iotToken,
  'iot.webhook': iotWebhook,
  'iot.webhookDelivery': iotWebhookDelivery,
} as const satisfies Readonly<Record<string, ResourceDef>>;
