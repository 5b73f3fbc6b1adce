/**
 * The menu that comes with the product. `key` is the row's `routeName`: it identifies the row at later starts, whatever
 * users renamed or moved. Buttons come from the contracts (`buttons.ts`).
 *
 * A resource needs no entry here: its page follows those listed in the directory of its area. An entry gives it another
 * place or name.
 */
import { componentOf, permissionOf, type ResourceDef } from '../../contracts/admin/define-resource.ts';
import { resources } from '../../contracts/admin/resources/index.ts';
import type { ResourceKey } from '../../contracts/admin/row-types.ts';
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

/** The page of a resource, except for what `differs`. `system.site` is `site` in the directory `/system`. */
function pageOf({ key, title, icon, permission }: ResourceDef): SeedPage {
  return {
    key: key.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    name: title,
    path: key.slice(key.indexOf('.') + 1),
    component: componentOf(key),
    icon,
    permission: `${permission}:list`,
    buttons: [permission],
  };
}

const of = (key: ResourceKey, differs: Partial<SeedPage> = {}): SeedPage => ({
  ...pageOf(resources[key]),
  ...differs,
});
const named = (chinese: string, english: string) => ({ name: { 'zh-CN': chinese, 'en-US': english } });

const arranged: readonly SeedDirectory[] = [
  {
    key: 'Iot',
    name: { 'zh-CN': '设备', 'en-US': 'Devices' },
    path: '/iot',
    icon: 'IconDeviceCctv',
    pages: [
      of('iot.company', named('企业管理', 'Companies')),
      of('iot.device', named('设备管理', 'Devices')),
      of('iot.camera', named('摄像头', 'Cameras')),
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
      of('iot.savedWall', named('已存视频墙', 'Saved walls')),
      of('iot.voice', named('语音消息', 'Voice messages')),
      of('iot.talkLog'),
      of('iot.alarm', named('报警消息', 'Alarms')),
      of('iot.alarmToken', named('报警令牌', 'Alarm tokens')),
      of('iot.webhook', named('报警推送', 'Webhooks')),
      of('iot.webhookDelivery'),
      {
        key: 'IotRecording',
        name: { 'zh-CN': '录像', 'en-US': 'Recordings' },
        path: 'recording',
        component: 'iot/recording/index',
        icon: 'IconMovie',
        permission: 'iot:recording:list',
        buttons: ['iot:recording'],
      },
      of('iot.share', named('分享链接', 'Share links')),
      of('iot.theme', named('播放器主题', 'Player themes')),
      {
        key: 'ThemeDesigner',
        name: { 'zh-CN': '主题设计', 'en-US': 'Theme designer' },
        path: 'theme/design',
        component: 'ThemeDesigner',
        icon: 'IconPalette',
        permission: 'iot:theme:edit',
        isHidden: true,
      },
      of('iot.application', { ...named('接入应用', 'Applications'), icon: 'IconAppWindow' }),
      of('iot.token', { ...named('访问令牌', 'Access tokens'), icon: 'IconKey' }),
    ],
  },
  {
    key: 'Mall',
    name: { 'zh-CN': '商城', 'en-US': 'Mall' },
    path: '/mall',
    icon: 'IconShoppingCart',
    pages: [
      of('zb.shippingTemplates', named('运费模板', 'Shipping templates')),
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
    pages: [],
  },
  {
    key: 'System',
    name: { 'zh-CN': '系统管理', 'en-US': 'System' },
    path: '/system',
    icon: 'IconSettings',
    pages: [
      of('system.user', named('用户管理', 'Users')),
      of('system.role', named('角色管理', 'Roles')),
      {
        key: 'AuthUser',
        name: { 'zh-CN': '分配用户', 'en-US': 'Assign users' },
        path: 'role/authUser',
        component: 'AuthUser',
        icon: 'IconUserCheck',
        permission: 'system:role:edit',
        isHidden: true,
      },
      of('system.menu', named('菜单管理', 'Menus')),
      of('system.dept', named('部门管理', 'Departments')),
      of('system.post', named('岗位管理', 'Posts')),
      {
        key: 'SystemDict',
        name: { 'zh-CN': '字典管理', 'en-US': 'Dictionaries' },
        path: 'dict',
        component: 'system/dict/index',
        icon: 'IconBook2',
        permission: 'system:dict:list',
        buttons: ['system:dict'],
      },
      of('system.config', named('参数设置', 'Settings')),
      {
        key: 'SystemArea',
        name: { 'zh-CN': '地区管理', 'en-US': 'Areas' },
        path: 'area',
        component: 'system/area/index',
        icon: 'IconMapPin',
        permission: 'system:area:edit',
      },
      of('system.notice', named('通知公告', 'Notices')),
      {
        key: 'NoticeForm',
        name: { 'zh-CN': '公告编辑', 'en-US': 'Edit notice' },
        path: 'notice/form',
        component: 'NoticeForm',
        icon: 'IconSpeakerphone',
        permission: 'system:notice:edit',
        isHidden: true,
      },
      of('cms.article', named('文章', 'Articles')),
      {
        key: 'ArticleForm',
        name: { 'zh-CN': '文章编辑', 'en-US': 'Edit article' },
        path: 'article/form',
        component: 'ArticleForm',
        icon: 'IconArticle',
        permission: 'cms:article:edit',
        isHidden: true,
      },
      of('cms.articleCategory', named('文章分类', 'Article categories')),
      of('app.version', {
        ...named('App 版本', 'App versions'),
        path: 'appVersion',
      }),
      of('infra.file', named('文件管理', 'Files')),
    ],
  },
  {
    key: 'Feedback',
    name: { 'zh-CN': '反馈与消息', 'en-US': 'Communication' },
    path: '/feedback',
    icon: 'IconMessageReport',
    pages: [
      of('feedback.feedback', { path: 'list', component: 'feedback/list/index' }),
      of('feedback.message', named('站内消息', 'Messages')),
      of('feedback.template', named('消息模板', 'Message templates')),
    ],
  },
  {
    key: 'Monitor',
    name: { 'zh-CN': '系统监控', 'en-US': 'Monitoring' },
    path: '/monitor',
    icon: 'IconActivity',
    pages: [
      of('monitor.job', named('定时任务', 'Jobs')),
      {
        key: 'JobLog',
        name: { 'zh-CN': '任务日志', 'en-US': 'Job log' },
        path: 'job/log',
        component: 'JobLog',
        icon: 'IconHistory',
        permission: 'monitor:job:list',
        isHidden: true,
      },
      of('monitor.online'),
      of('monitor.logininfor'),
      of('monitor.operlog'),
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
      of('monitor.alertRule', named('告警规则', 'Alert rules')),
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

/** Throws if a resource has no page and its area no directory. */
export function directoriesOf(definitions: readonly ResourceDef[]): readonly SeedDirectory[] {
  const opened = new Set(arranged.flatMap(({ pages }) => pages.map(({ permission }) => permission)));
  const others = definitions.filter((each) => !opened.has(permissionOf(each, 'list')));
  const areaOf = ({ key }: ResourceDef) => `/${key.split('.')[0]}`;
  const lost = others.filter((each) => !arranged.some(({ path }) => path === areaOf(each)));
  if (lost.length > 0)
    throw new Error(`no directory of the menu has the path ${lost.map(areaOf).join(', ')}`);
  return arranged.map((directory) => ({
    ...directory,
    pages: [...directory.pages, ...others.filter((each) => areaOf(each) === directory.path).map(pageOf)],
  }));
}

export const directories = directoriesOf(Object.values(resources));
