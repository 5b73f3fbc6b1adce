/** Every resource of the console, by its `key`. */
import type { ResourceDef } from '../define-resource.ts';
import { appVersion } from './app-version.resource.ts';
import { cmsArticle } from './cms-article.resource.ts';
import { cmsArticleCategory } from './cms-article-category.resource.ts';
import { feedbackFeedback } from './feedback-feedback.resource.ts';
import { feedbackMessage } from './feedback-message.resource.ts';
import { feedbackTemplate } from './feedback-template.resource.ts';
import { infraFile } from './infra-file.resource.ts';
import { iotAlarm } from './iot-alarm.resource.ts';
import { iotAlarmToken } from './iot-alarm-token.resource.ts';
import { iotApplication } from './iot-application.resource.ts';
import { iotCamera } from './iot-camera.resource.ts';
import { iotCompany } from './iot-company.resource.ts';
import { iotDevice } from './iot-device.resource.ts';
import { iotSavedWall } from './iot-saved-wall.resource.ts';
import { iotShare } from './iot-share.resource.ts';
import { iotTalkLog } from './iot-talk-log.resource.ts';
import { iotTheme } from './iot-theme.resource.ts';
import { iotToken } from './iot-token.resource.ts';
import { iotVoice } from './iot-voice.resource.ts';
import { iotWebhook } from './iot-webhook.resource.ts';
import { iotWebhookDelivery } from './iot-webhook-delivery.resource.ts';
import { monitorAlertRule } from './monitor-alert-rule.resource.ts';
import { monitorJob } from './monitor-job.resource.ts';
import { monitorJobLog } from './monitor-job-log.resource.ts';
import { monitorLogininfor } from './monitor-logininfor.resource.ts';
import { monitorOnline } from './monitor-online.resource.ts';
import { monitorOperlog } from './monitor-operlog.resource.ts';
import { statDevice } from './stat-device.resource.ts';
import { statReport } from './stat-report.resource.ts';
import { systemConfig } from './system-config.resource.ts';
import { systemDept } from './system-dept.resource.ts';
import { systemDictData } from './system-dict-data.resource.ts';
import { systemDictType } from './system-dict-type.resource.ts';
import { systemMenu } from './system-menu.resource.ts';
import { systemNotice } from './system-notice.resource.ts';
import { systemPost } from './system-post.resource.ts';
import { systemRole } from './system-role.resource.ts';
import { systemUser } from './system-user.resource.ts';
import { zbShippingTemplates } from './zb-shipping-templates.resource.ts';

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
  'feedback.feedback': feedbackFeedback,
  'feedback.message': feedbackMessage,
  'feedback.template': feedbackTemplate,
  'monitor.alertRule': monitorAlertRule,
  'app.version': appVersion,
  'cms.article': cmsArticle,
  'cms.articleCategory': cmsArticleCategory,
  'infra.file': infraFile,
  'monitor.logininfor': monitorLogininfor,
  'monitor.operlog': monitorOperlog,
  'monitor.online': monitorOnline,
  'monitor.job': monitorJob,
  'monitor.jobLog': monitorJobLog,
  'iot.company': iotCompany,
  'iot.device': iotDevice,
  'iot.camera': iotCamera,
  'iot.alarm': iotAlarm,
  'iot.alarmToken': iotAlarmToken,
  'iot.application': iotApplication,
  'iot.savedWall': iotSavedWall,
  'iot.share': iotShare,
  'iot.talkLog': iotTalkLog,
  'iot.theme': iotTheme,
  'iot.token': iotToken,
  'iot.voice': iotVoice,
  'iot.webhook': iotWebhook,
  'iot.webhookDelivery': iotWebhookDelivery,
  'zb.shippingTemplates': zbShippingTemplates,
  'stat.device': statDevice,
  'stat.report': statReport,
} as const satisfies Readonly<Record<string, ResourceDef>>;
