/** Components that menus name, by `component`. A room is loaded when it is first opened. */
import { createElement } from 'react';
import type { RoomComponent } from '../shell/room.ts';

type Load = () => Promise<{ default: RoomComponent }>;

/** A room that is all its definition says. */
const plain =
  (resource: string): Load =>
  async () => {
    const { ResourcePage } = await import('../resource/resource-page.tsx');
    return { default: () => createElement(ResourcePage, { resource }) };
  };

export const rooms: Readonly<Record<string, Load>> = {
  index: () => import('./dashboard/dashboard.tsx'),
  AccountCenter: () => import('../account/account-center.tsx'),
  AccountSettings: () => import('../account/account-settings.tsx'),
  'iot/company/index': plain('iot.company'),
  'iot/device/index': plain('iot.device'),
  'iot/camera/index': () => import('./camera/camera-room.tsx'),
  'iot/application/index': plain('iot.application'),
  'iot/token/index': () => import('./token/token-room.tsx'),
  'system/user/index': () => import('./user/user-room.tsx'),
  'system/role/index': () => import('./role/role-room.tsx'),
  AuthUser: () => import('./role/auth-user-room.tsx'),
  'system/menu/index': () => import('./menu/menu-room.tsx'),
  'system/dept/index': () => import('./dept/dept-room.tsx'),
  'system/post/index': plain('system.post'),
  'system/dict/index': () => import('./dict/dict-room.tsx'),
  'system/config/index': () => import('./config/config-room.tsx'),
  'system/notice/index': () => import('./notice/notice-room.tsx'),
  NoticeForm: () => import('./notice/notice-form-room.tsx'),
  'monitor/online/index': () => import('./online/online-room.tsx'),
  'monitor/logininfor/index': () => import('./logs/login-log-room.tsx'),
  'monitor/operlog/index': () => import('./logs/operation-log-room.tsx'),
  'tool/swagger/index': () => import('./api-docs/api-docs-room.tsx'),
};
