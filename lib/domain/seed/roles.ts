import type { LocalText } from '../../i18n/translate.ts';

/** The role that may do everything. Its menus are not asked: it is known by its key and by being built in. */
export const adminSeed = {
  roleName: { 'zh-CN': '超级管理员', 'en-US': 'Administrator' },
  roleKey: 'admin',
  roleSort: 1,
} as const;

/** An example: reads, in its own department and below, sees masked values. Made at the first start only. */
export const commonSeed = {
  roleName: { 'zh-CN': '普通角色', 'en-US': 'Standard role' },
  roleKey: 'common',
  roleSort: 2,
  /** Own department and below. */
  dataScope: 4,
  /** Pages and buttons by permission. */
  permissions: [
    'iot:company:list',
    'iot:company:query',
    'iot:device:list',
    'iot:device:query',
    'iot:camera:list',
    'iot:camera:query',
    'iot:camera:play',
  ],
} as const;

export const rootDept: LocalText = { 'zh-CN': '总部', 'en-US': 'Head office' };
