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
  'system/post/index': plain('system.post'),
  'tool/swagger/index': () => import('./api-docs/api-docs-room.tsx'),
  'iot/company/index': plain('iot.company'),
};
