/** Page components by the `component` of a menu. Each is loaded when first opened. */
import { createElement } from 'react';
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

export const pages: Readonly<Record<string, Load>> = {
  index: () => import('./dashboard/dashboard.tsx'),
  AccountCenter: () => import('./account/account-center.tsx'),
  AccountSettings: () => import('./account/account-settings.tsx'),
  'iot/company/index': plain('iot.company'),
  'iot/device/index': plain('iot.device'),
  'iot/camera/index': () => import('./camera/camera-page.tsx'),
  'iot/recording/index': () => import('./recording/recording-page.tsx'),
  'iot/alarm/index': () => import('./alarm/alarm-page.tsx'),
  'iot/alarmToken/index': () => import('./alarm/alarm-token-page.tsx'),
  'iot/webhook/index': () => import('./alarm/webhook-page.tsx'),
  'iot/webhookDelivery/index': plain('iot.webhookDelivery'),
  'iot/application/index': plain('iot.application'),
  'iot/share/index': () => import('./share/share-page.tsx'),
  'iot/token/index': () => import('./token/token-page.tsx'),
  'system/user/index': () => import('./user/user-page.tsx'),
  'system/role/index': () => import('./role/role-page.tsx'),
  AuthUser: () => import('./role/auth-user-page.tsx'),
  'system/menu/index': () => import('./menu/menu-page.tsx'),
  'system/dept/index': () => import('./dept/dept-page.tsx'),
  'system/post/index': plain('system.post'),
  'system/dict/index': () => import('./dict/dict-page.tsx'),
  'system/config/index': () => import('./config/config-page.tsx'),
  'system/notice/index': () => import('./notice/notice-page.tsx'),
  NoticeForm: () => import('./notice/notice-form-page.tsx'),
  'monitor/online/index': () => import('./online/online-page.tsx'),
  'monitor/logininfor/index': () => import('./logs/login-log-page.tsx'),
  'monitor/operlog/index': () => import('./logs/operation-log-page.tsx'),
  'tool/swagger/index': () => import('./api-docs/api-docs-page.tsx'),
};
