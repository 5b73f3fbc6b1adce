/**
 * The menu that comes with the product. `key` is the row's `routeName`: it identifies the row at later starts, whatever
 * users renamed or moved. Buttons come from the contracts (`buttons.ts`).
 */
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import { appVersion } from '../../contracts/admin/resources/app-version.resource.ts';
import { cmsArticle } from '../../contracts/admin/resources/cms-article.resource.ts';
import { cmsArticleCategory } from '../../contracts/admin/resources/cms-article-category.resource.ts';
import { feedbackFeedback } from '../../contracts/admin/resources/feedback-feedback.resource.ts';
import { feedbackMessage } from '../../contracts/admin/resources/feedback-message.resource.ts';
import { feedbackTemplate } from '../../contracts/admin/resources/feedback-template.resource.ts';
import { infraFile } from '../../contracts/admin/resources/infra-file.resource.ts';
import { iotAlarm } from '../../contracts/admin/resources/iot-alarm.resource.ts';
import { iotAlarmToken } from '../../contracts/admin/resources/iot-alarm-token.resource.ts';
import { iotSavedWall } from '../../contracts/admin/resources/iot-saved-wall.resource.ts';
import { iotShare } from '../../contracts/admin/resources/iot-share.resource.ts';
import { iotTalkLog } from '../../contracts/admin/resources/iot-talk-log.resource.ts';
import { iotTheme } from '../../contracts/admin/resources/iot-theme.resource.ts';
import { iotVoice } from '../../contracts/admin/resources/iot-voice.resource.ts';
import { iotWebhook } from '../../contracts/admin/resources/iot-webhook.resource.ts';
import { iotWebhookDelivery } from '../../contracts/admin/resources/iot-webhook-delivery.resource.ts';
import { monitorAlertRule } from '../../contracts/admin/resources/monitor-alert-rule.resource.ts';
import { monitorJob } from '../../contracts/admin/resources/monitor-job.resource.ts';
import { statDevice } from '../../contracts/admin/resources/stat-device.resource.ts';
import { statReport } from '../../contracts/admin/resources/stat-report.resource.ts';
import { systemPost } from '../../contracts/admin/resources/system-post.resource.ts';
import { zbShippingTemplates } from '../../contracts/admin/resources/zb-shipping-templates.resource.ts';
import type { LocalText } from '../../i18n/translate.ts';

export interface SeedPage {
  readonly key: string;
  readonly name: LocalText;
  /** Relative to its directory. */
  readonly path: string;
  readonly component: string;
  readonly icon: string;
  /** Required to open it. Absent: all signed-in users. */
  readonly permission?: string;
  /** Every permission with one of these prefixes becomes a button below it. */
  readonly buttons?: readonly string[];
  /** Opened from other pages only. */
  readonly isHidden?: boolean;
}

/** The page of a resource that is fully described by its definition: `system.site` is `/system/site`. */
export function pageOf({ key, title, icon, base, permission }: ResourceDef): SeedPage {
  return {
    key: key.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    name: title,
    path: base.slice(base.lastIndexOf('/') + 1),
    component: `${base.slice(1)}/index`,
    icon,
    permission: `${permission}:list`,
    buttons: [permission],
  };
}

export interface SeedDirectory {
  readonly key: string;
  readonly name: LocalText;
  readonly path: string;
  readonly icon: string;
  readonly pages: readonly SeedPage[];
}

export const homePage: SeedPage = {
  key: 'Index',
  name: { 'zh-CN': '首页', 'en-US': 'Home' },
  path: '/index',
  component: 'index',
  icon: 'IconHome',
};

export const directories: readonly SeedDirectory[] = [
  {
    key: 'Iot',
    name: { 'zh-CN': '设备', 'en-US': 'Devices' },
    path: '/iot',
    icon: 'IconDeviceCctv',
    pages: [
      {
        key: 'IotCompany',
        name: { 'zh-CN': '企业管理', 'en-US': 'Companies' },
        path: 'company',
        component: 'iot/company/index',
        icon: 'IconBuilding',
        permission: 'iot:company:list',
        buttons: ['iot:company'],
      },
      {
        key: 'IotDevice',
        name: { 'zh-CN': '设备管理', 'en-US': 'Devices' },
        path: 'device',
        component: 'iot/device/index',
        icon: 'IconRouter',
        permission: 'iot:device:list',
        buttons: ['iot:device'],
      },
      {
        key: 'IotCamera',
        name: { 'zh-CN': '摄像头', 'en-US': 'Cameras' },
        path: 'camera',
        component: 'iot/camera/index',
        icon: 'IconVideo',
        permission: 'iot:camera:list',
        buttons: ['iot:camera'],
      },
      {
        key: 'IotWall',
        name: { 'zh-CN': '视频墙', 'en-US': 'Video wall' },
        path: 'wall',
        component: 'iot/wall/index',
        icon: 'IconLayoutGrid',
        permission: 'iot:camera:play',
      },
      {
        key: 'IotMap',
        name: { 'zh-CN': '设备地图', 'en-US': 'Camera map' },
        path: 'map',
        component: 'iot/map/index',
        icon: 'IconMapPin',
        permission: 'iot:map:list',
      },
      { ...pageOf(iotSavedWall), name: { 'zh-CN': '已存视频墙', 'en-US': 'Saved walls' } },
      { ...pageOf(iotVoice), name: { 'zh-CN': '语音消息', 'en-US': 'Voice messages' } },
      pageOf(iotTalkLog),
      { ...pageOf(iotAlarm), name: { 'zh-CN': '报警消息', 'en-US': 'Alarms' } },
      { ...pageOf(iotAlarmToken), name: { 'zh-CN': '报警令牌', 'en-US': 'Alarm tokens' } },
      { ...pageOf(iotWebhook), name: { 'zh-CN': '报警推送', 'en-US': 'Webhooks' } },
      pageOf(iotWebhookDelivery),
      {
        key: 'IotRecording',
        name: { 'zh-CN': '录像', 'en-US': 'Recordings' },
        path: 'recording',
        component: 'iot/recording/index',
        icon: 'IconMovie',
        permission: 'iot:recording:list',
        buttons: ['iot:recording'],
      },
      { ...pageOf(iotShare), name: { 'zh-CN': '分享链接', 'en-US': 'Share links' } },
      { ...pageOf(iotTheme), name: { 'zh-CN': '播放器主题', 'en-US': 'Player themes' } },
      {
        key: 'ThemeDesigner',
        name: { 'zh-CN': '主题设计', 'en-US': 'Theme designer' },
        path: 'theme/design',
        component: 'ThemeDesigner',
        icon: 'IconPalette',
        permission: 'iot:theme:edit',
        isHidden: true,
      },
      {
        key: 'IotApplication',
        name: { 'zh-CN': '接入应用', 'en-US': 'Applications' },
        path: 'application',
        component: 'iot/application/index',
        icon: 'IconAppWindow',
        permission: 'iot:application:list',
        buttons: ['iot:application'],
      },
      {
        key: 'IotToken',
        name: { 'zh-CN': '访问令牌', 'en-US': 'Access tokens' },
        path: 'token',
        component: 'iot/token/index',
        icon: 'IconKey',
        permission: 'iot:token:list',
        buttons: ['iot:token'],
      },
    ],
  },
  {
    key: 'Mall',
    name: { 'zh-CN': '商城', 'en-US': 'Mall' },
    path: '/mall',
    icon: 'IconShoppingCart',
    pages: [
      {
        ...pageOf(zbShippingTemplates),
        name: { 'zh-CN': '运费模板', 'en-US': 'Shipping templates' },
        path: 'shippingTemplates',
        component: 'zb/shippingTemplates/index',
      },
      {
        key: 'ShippingTemplateForm',
        name: { 'zh-CN': '运费模板编辑', 'en-US': 'Edit shipping template' },
        path: 'shippingTemplates/form',
        component: 'zb/shippingTemplates/form',
        icon: 'IconTruckDelivery',
        permission: 'zb:shippingTemplates:edit',
        isHidden: true,
      },
    ],
  },
  {
    key: 'Stat',
    name: { 'zh-CN': '数据统计', 'en-US': 'Statistics' },
    path: '/stat',
    icon: 'IconReportAnalytics',
    pages: [pageOf(statDevice), pageOf(statReport)],
  },
  {
    key: 'System',
    name: { 'zh-CN': '系统管理', 'en-US': 'System' },
    path: '/system',
    icon: 'IconSettings',
    pages: [
      {
        key: 'SystemUser',
        name: { 'zh-CN': '用户管理', 'en-US': 'Users' },
        path: 'user',
        component: 'system/user/index',
        icon: 'IconUser',
        permission: 'system:user:list',
        buttons: ['system:user'],
      },
      {
        key: 'SystemRole',
        name: { 'zh-CN': '角色管理', 'en-US': 'Roles' },
        path: 'role',
        component: 'system/role/index',
        icon: 'IconUserShield',
        permission: 'system:role:list',
        buttons: ['system:role'],
      },
      {
        key: 'AuthUser',
        name: { 'zh-CN': '分配用户', 'en-US': 'Assign users' },
        path: 'role/authUser',
        component: 'AuthUser',
        icon: 'IconUserCheck',
        permission: 'system:role:edit',
        isHidden: true,
      },
      {
        key: 'SystemMenu',
        name: { 'zh-CN': '菜单管理', 'en-US': 'Menus' },
        path: 'menu',
        component: 'system/menu/index',
        icon: 'IconMenu2',
        permission: 'system:menu:list',
        buttons: ['system:menu'],
      },
      {
        key: 'SystemDept',
        name: { 'zh-CN': '部门管理', 'en-US': 'Departments' },
        path: 'dept',
        component: 'system/dept/index',
        icon: 'IconHierarchy2',
        permission: 'system:dept:list',
        buttons: ['system:dept'],
      },
      { ...pageOf(systemPost), name: { 'zh-CN': '岗位管理', 'en-US': 'Posts' } },
      {
        key: 'SystemDict',
        name: { 'zh-CN': '字典管理', 'en-US': 'Dictionaries' },
        path: 'dict',
        component: 'system/dict/index',
        icon: 'IconBook2',
        permission: 'system:dict:list',
        buttons: ['system:dict'],
      },
      {
        key: 'SystemConfig',
        name: { 'zh-CN': '参数设置', 'en-US': 'Settings' },
        path: 'config',
        component: 'system/config/index',
        icon: 'IconAdjustments',
        permission: 'system:config:list',
        buttons: ['system:config'],
      },
      {
        key: 'SystemArea',
        name: { 'zh-CN': '地区管理', 'en-US': 'Areas' },
        path: 'area',
        component: 'system/area/index',
        icon: 'IconMapPin',
        permission: 'system:area:edit',
      },
      {
        key: 'SystemNotice',
        name: { 'zh-CN': '通知公告', 'en-US': 'Notices' },
        path: 'notice',
        component: 'system/notice/index',
        icon: 'IconSpeakerphone',
        permission: 'system:notice:list',
        buttons: ['system:notice'],
      },
      {
        key: 'NoticeForm',
        name: { 'zh-CN': '公告编辑', 'en-US': 'Edit notice' },
        path: 'notice/form',
        component: 'NoticeForm',
        icon: 'IconSpeakerphone',
        permission: 'system:notice:edit',
        isHidden: true,
      },
      { ...pageOf(cmsArticle), name: { 'zh-CN': '文章', 'en-US': 'Articles' } },
      {
        key: 'ArticleForm',
        name: { 'zh-CN': '文章编辑', 'en-US': 'Edit article' },
        path: 'article/form',
        component: 'ArticleForm',
        icon: 'IconArticle',
        permission: 'cms:article:edit',
        isHidden: true,
      },
      {
        ...pageOf(cmsArticleCategory),
        name: { 'zh-CN': '文章分类', 'en-US': 'Article categories' },
        path: 'articleCategory',
        component: 'cms/articleCategory/index',
      },
      {
        ...pageOf(appVersion),
        name: { 'zh-CN': 'App 版本', 'en-US': 'App versions' },
        path: 'appVersion',
      },
      { ...pageOf(infraFile), name: { 'zh-CN': '文件管理', 'en-US': 'Files' } },
    ],
  },
  {
    key: 'Feedback',
    name: { 'zh-CN': '反馈与消息', 'en-US': 'Communication' },
    path: '/feedback',
    icon: 'IconMessageReport',
    pages: [
      { ...pageOf(feedbackFeedback), path: 'list', component: 'feedback/list/index' },
      { ...pageOf(feedbackMessage), name: { 'zh-CN': '站内消息', 'en-US': 'Messages' } },
      { ...pageOf(feedbackTemplate), name: { 'zh-CN': '消息模板', 'en-US': 'Message templates' } },
    ],
  },
  {
    key: 'Monitor',
    name: { 'zh-CN': '系统监控', 'en-US': 'Monitoring' },
    path: '/monitor',
    icon: 'IconActivity',
    pages: [
      { ...pageOf(monitorJob), name: { 'zh-CN': '定时任务', 'en-US': 'Jobs' } },
      {
        key: 'JobLog',
        name: { 'zh-CN': '任务日志', 'en-US': 'Job log' },
        path: 'job/log',
        component: 'JobLog',
        icon: 'IconHistory',
        permission: 'monitor:job:list',
        isHidden: true,
      },
      {
        key: 'MonitorOnline',
        name: { 'zh-CN': '在线用户', 'en-US': 'Online users' },
        path: 'online',
        component: 'monitor/online/index',
        icon: 'IconUserCheck',
        permission: 'monitor:online:list',
        buttons: ['monitor:online'],
      },
      {
        key: 'MonitorLogininfor',
        name: { 'zh-CN': '登录日志', 'en-US': 'Sign-in log' },
        path: 'logininfor',
        component: 'monitor/logininfor/index',
        icon: 'IconLogin',
        permission: 'monitor:logininfor:list',
        buttons: ['monitor:logininfor'],
      },
      {
        key: 'MonitorOperlog',
        name: { 'zh-CN': '操作日志', 'en-US': 'Operation log' },
        path: 'operlog',
        component: 'monitor/operlog/index',
        icon: 'IconClipboardList',
        permission: 'monitor:operlog:list',
        buttons: ['monitor:operlog'],
      },
      {
        key: 'MonitorServer',
        name: { 'zh-CN': '服务监控', 'en-US': 'Server' },
        path: 'server',
        component: 'monitor/server/index',
        icon: 'IconServer',
        permission: 'monitor:server:list',
        buttons: ['monitor:server'],
      },
      {
        key: 'MonitorCache',
        name: { 'zh-CN': '缓存监控', 'en-US': 'Caches' },
        path: 'cache',
        component: 'monitor/cache/index',
        icon: 'IconDatabase',
        permission: 'monitor:cache:list',
        buttons: ['monitor:cache'],
      },
      { ...pageOf(monitorAlertRule), name: { 'zh-CN': '告警规则', 'en-US': 'Alert rules' } },
    ],
  },
  {
    key: 'Tool',
    name: { 'zh-CN': '开发工具', 'en-US': 'Developer tools' },
    path: '/tool',
    icon: 'IconTool',
    pages: [
      {
        key: 'ToolSwagger',
        name: { 'zh-CN': '接口文档', 'en-US': 'API reference' },
        path: 'swagger',
        component: 'tool/swagger/index',
        icon: 'IconApi',
        permission: 'tool:swagger:list',
        buttons: ['tool:swagger'],
      },
    ],
  },
];
