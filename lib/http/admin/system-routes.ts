/** Calls of the system and monitor pages, bound to their services. */
import * as monitor from '../../contracts/admin/calls/monitor.calls.ts';
import * as config from '../../contracts/admin/calls/system-config.calls.ts';
import * as dept from '../../contracts/admin/calls/system-dept.calls.ts';
import * as dict from '../../contracts/admin/calls/system-dict.calls.ts';
import * as menu from '../../contracts/admin/calls/system-menu.calls.ts';
import * as notice from '../../contracts/admin/calls/system-notice.calls.ts';
import * as role from '../../contracts/admin/calls/system-role.calls.ts';
import * as user from '../../contracts/admin/calls/system-user.calls.ts';
import { notFound } from '../../domain/errors/admin-error.ts';
import type { Inbox } from '../../domain/messages/inbox.ts';
import { etagOf } from '../../domain/system/dict/dict.service.ts';
import type { SystemPages } from '../../domain/system/system-pages.ts';
import { type AdminRoute, bindAdminCall } from './admin-route.ts';

export function systemRoutes(pages: SystemPages, inbox: Inbox): AdminRoute[] {
  return [
    ...userRoutes(pages),
    ...roleRoutes(pages),
    ...menuRoutes(pages),
    ...deptRoutes(pages),
    ...dictRoutes(pages),
    ...configRoutes(pages),
    ...noticeRoutes(pages, inbox),
    ...monitorRoutes(pages),
  ];
}

function userRoutes({ users, monitor: { countSessions } }: SystemPages): AdminRoute[] {
  return [
    bindAdminCall(user.userDeptTree, async (_, call) => [...(await users.deptTree(call))]),
    bindAdminCall(user.resetPassword, ({ body }, call) => users.resetPassword(call, body.id)),
    bindAdminCall(user.resetTotp, async ({ body }, call) => {
      await users.resetTotp(call, body.id);
      return null;
    }),
    bindAdminCall(user.openSessionsOfUsers, async ({ query }, call) => ({
      count: await countSessions(call, query.ids),
    })),
    bindAdminCall(user.unlockUser, async ({ body }, call) => {
      await users.unlock(call, body.id);
      return null;
    }),
    bindAdminCall(user.rolesOfUser, ({ params }, call) => users.roles(call, params.id)),
    bindAdminCall(user.giveRolesToUser, async ({ params, body }, call) => {
      await users.giveRoles(call, params.id, body.roleIds, body.version);
      return null;
    }),
  ];
}

function roleRoutes({ roles }: SystemPages): AdminRoute[] {
  return [
    bindAdminCall(role.setDataScope, async ({ body }, call) => {
      const { roleId, version, ...values } = body;
      await roles.setScope(call, roleId, values, version);
      return null;
    }),
    bindAdminCall(role.setMaskScope, async ({ body }, call) => {
      const { roleId, version, ...values } = body;
      await roles.setScope(call, roleId, values, version);
      return null;
    }),
    bindAdminCall(role.roleOptions, (_, call) => roles.choices(call)),
    bindAdminCall(role.roleDeptTree, ({ params }, call) => roles.deptTree(call, params.id)),
    bindAdminCall(role.allocatedUsers, async ({ query }, call) => paged(await roles.allocated(call, query))),
    bindAdminCall(role.unallocatedUsers, async ({ query }, call) =>
      paged(await roles.unallocated(call, query)),
    ),
    bindAdminCall(role.takeRole, async ({ body }, call) => {
      await roles.take(call, body.roleId, [body.userId]);
      return null;
    }),
    bindAdminCall(role.takeRoleFromMany, async ({ body }, call) => {
      await roles.take(call, body.roleId, body.userIds);
      return null;
    }),
    bindAdminCall(role.giveRoleToMany, async ({ body }, call) => {
      await roles.give(call, body.roleId, body.userIds);
      return null;
    }),
  ];
}

function menuRoutes({ menus }: SystemPages): AdminRoute[] {
  return [
    bindAdminCall(menu.getRouters, async ({ locale }, call) => [...(await menus.routers(call, locale))]),
    bindAdminCall(menu.menuTree, async ({ locale }, call) => [...(await menus.tree(call, locale))]),
    bindAdminCall(menu.roleMenuTree, ({ params, locale }, call) => menus.roleTree(call, params.id, locale)),
  ];
}

function deptRoutes({ depts }: SystemPages): AdminRoute[] {
  return [
    bindAdminCall(dept.deptTree, async (_, call) => [...(await depts.tree(call))]),
    bindAdminCall(dept.deptsExcept, ({ params }, call) => depts.except(call, params.id)),
  ];
}

function dictRoutes({ dicts }: SystemPages): AdminRoute[] {
  return [
    bindAdminCall(dict.dictEntries, async ({ params, locale, responseHeaders }, { actor }) => {
      const entries = await dicts.entries(actor.scope, params.type, locale);
      responseHeaders.set('etag', etagOf(entries));
      return entries;
    }),
    bindAdminCall(dict.manyDictEntries, async ({ query, locale, responseHeaders }, { actor }) => {
      const types = [...new Set(query.types)];
      const lists = await Promise.all(types.map((type) => dicts.entries(actor.scope, type, locale)));
      const entries = Object.fromEntries(types.map((type, index) => [type, lists[index] ?? []]));
      responseHeaders.set('etag', etagOf(entries));
      return entries;
    }),
    bindAdminCall(dict.dictTypeOptions, (_, call) => dicts.choices(call)),
    bindAdminCall(dict.refreshDicts, async (_, call) => {
      await dicts.refresh(call);
      return null;
    }),
  ];
}

function configRoutes({ settings, refreshSettings }: SystemPages): AdminRoute[] {
  return [
    bindAdminCall(config.settingByKey, async ({ params }, { actor }) => {
      const value = await settings.visible(actor.scope, params.key);
      if (value === null) throw notFound();
      return value;
    }),
    bindAdminCall(config.refreshSettings, async (_, call) => {
      await refreshSettings(call);
      return null;
    }),
  ];
}

function noticeRoutes({ notices }: SystemPages, inbox: Inbox): AdminRoute[] {
  return [
    bindAdminCall(notice.myNotices, async ({ query }, call) => paged(await notices.mine.list(call, query))),
    // The reader's form, or the form for managing notices.
    bindAdminCall(
      notice.oneNotice,
      async ({ params }, call) => (await notices.open(call, params.id)) as never,
    ),
    bindAdminCall(notice.markNoticesRead, async ({ body }, call) => {
      await notices.mine.markRead(call, { ids: body.ids });
      return null;
    }),
    bindAdminCall(notice.markAllNoticesRead, async ({ body }, call) => {
      await notices.mine.markRead(call, { noticeType: body?.noticeType });
      return null;
    }),
    bindAdminCall(notice.unreadNotices, async (_, call) => ({
      ...(await notices.mine.unread(call)),
      messages: await inbox.unread(call),
    })),
    bindAdminCall(notice.noticeReaders, async ({ params, query }, call) =>
      paged(await notices.readers(call, params.id, query)),
    ),
  ];
}

function monitorRoutes({ monitor: service, users }: SystemPages): AdminRoute[] {
  return [
    bindAdminCall(monitor.cleanLoginLog, async (_, call) => {
      await service.cleanLoginLog(call);
      return null;
    }),
    bindAdminCall(monitor.unlockByName, async ({ params }, call) => {
      await users.unlockByName(call, params.userName);
      return null;
    }),
    bindAdminCall(monitor.cleanOperationLog, async ({ query }, call) => ({
      removed: await service.cleanOperationLog(call, query.days),
    })),
    bindAdminCall(monitor.verifyOperationLog, (_, call) => service.verify(call)),
    bindAdminCall(monitor.forceLogout, async ({ params }, call) => {
      await service.endSessions(call, params.ids);
      return null;
    }),
    bindAdminCall(monitor.batchLogout, async ({ body }, call) => {
      await service.endSessions(call, body.ids);
      return null;
    }),
  ];
}

const paged = <Row>({
  records,
  ...page
}: {
  readonly records: readonly Row[];
  readonly total: number;
  readonly pageNum: number;
  readonly pageSize: number;
}) => ({ ...page, records: [...records] });
