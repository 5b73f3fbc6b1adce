/** Page components by the `component` of a menu. Each is loaded when first opened. */
import { createElement } from 'react';
import { componentOf } from '../../../lib/contracts/admin/define-resource.ts';
import type { ResourceKey } from '../../../lib/contracts/admin/row-types.ts';
import type { PageComponent } from '../shell/page/page-context.ts';

type Load = () => Promise<{ default: PageComponent }>;

/** A page without replaced parts. */
const plain =
  (resource: ResourceKey): Load =>
  async () => {
    const { ResourcePage } = await import('../resource/resource-page.tsx');
    return { default: () => createElement(ResourcePage, { resource }) };
  };

/** The pages of these resources, and those that are more than their definition. */
export const pagesOf = (resources: readonly ResourceKey[]): Readonly<Record<string, Load>> => ({
  ...Object.fromEntries(resources.map((key) => [componentOf(key), plain(key)])),
  ...ownPages,
});

const ownPages: Readonly<Record<string, Load>> = {
  index: () => import('./dashboard/dashboard.tsx'),
  AccountCenter: () => import('./account/account-center.tsx'),
  AccountSettings: () => import('./account/account-settings.tsx'),
  'iot/camera/index': () => import('./camera/camera-page.tsx'),
  'iot/recording/index': () => import('./recording/recording-page.tsx'),
  'iot/wall/index': () => import('./wall/wall-page.tsx'),
  'iot/map/index': () => import('./map/map-page.tsx'),
  'iot/savedWall/index': () => import('./saved-wall/saved-wall-page.tsx'),
  'iot/voice/index': () => import('./voice/voice-page.tsx'),
  'iot/alarm/index': () => import('./alarm/alarm-page.tsx'),
  'iot/alarmToken/index': () => import('./alarm/alarm-token-page.tsx'),
  'iot/webhook/index': () => import('./alarm/webhook-page.tsx'),
  'iot/share/index': () => import('./share/share-page.tsx'),
  'iot/theme/index': () => import('./theme/theme-page.tsx'),
  ThemeDesigner: () => import('./theme/designer-page.tsx'),
  'iot/token/index': () => import('./token/token-page.tsx'),
  'zb/shippingTemplates/index': () => import('./freight/freight-page.tsx'),
  'zb/shippingTemplates/form': () => import('./freight/freight-form-page.tsx'),
  'stat/device/index': () => import('./statistics/device-page.tsx'),
  'stat/report/index': () => import('./statistics/report-page.tsx'),
  'system/user/index': () => import('./user/user-page.tsx'),
  'system/role/index': () => import('./role/role-page.tsx'),
  AuthUser: () => import('./role/auth-user-page.tsx'),
  'system/menu/index': () => import('./menu/menu-page.tsx'),
  'system/dept/index': () => import('./dept/dept-page.tsx'),
  'system/dict/index': () => import('./dict/dict-page.tsx'),
  'system/area/index': () => import('./area/area-page.tsx'),
  'system/config/index': () => import('./config/config-page.tsx'),
  'system/notice/index': () => import('./notice/notice-page.tsx'),
  NoticeForm: () => import('./notice/notice-form-page.tsx'),
  'cms/article/index': () => import('./article/article-page.tsx'),
  ArticleForm: () => import('./article/article-form-page.tsx'),
  'cms/articleCategory/index': () => import('./article-category/article-category-page.tsx'),
  'app/version/index': () => import('./app-version/app-version-page.tsx'),
  'feedback/list/index': () => import('./feedback/feedback-page.tsx'),
  MyFeedback: () => import('./feedback/my-feedback-page.tsx'),
  'feedback/message/index': () => import('./message/message-page.tsx'),
  'feedback/template/index': () => import('./message/template-page.tsx'),
  Inbox: () => import('./message/inbox-page.tsx'),
  'infra/file/index': () => import('./file/file-page.tsx'),
  'monitor/job/index': () => import('./job/job-page.tsx'),
  JobLog: () => import('./job/job-log-page.tsx'),
  'monitor/online/index': () => import('./online/online-page.tsx'),
  'monitor/logininfor/index': () => import('./logs/login-log-page.tsx'),
  'monitor/operlog/index': () => import('./logs/operation-log-page.tsx'),
  'monitor/server/index': () => import('./server/server-page.tsx'),
  'monitor/cache/index': () => import('./cache/cache-page.tsx'),
  'monitor/alertRule/index': () => import('./alert/alert-rule-page.tsx'),
  'tool/swagger/index': () => import('./api-docs/api-docs-page.tsx'),
};
