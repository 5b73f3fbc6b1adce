import type { LocalText } from '../../i18n/translate.ts';

/** The role with all permissions. It needs no assigned menus: it is identified by its key and by being built in. */
export const adminSeed = {
  roleName: { 'zh-CN': '超级管理员', 'en-US': 'Administrator' },
  roleKey: 'admin',
  roleSort: 1,
} as const;

/** An example: read-only, own department and subdepartments, masked values. Created at the first start only. */
export const commonSeed = {
  roleName: { 'zh-CN': '普通角色', 'en-US': 'Standard role' },
  roleKey: 'common',
  roleSort: 2,
  /** Own department and subdepartments. */
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
