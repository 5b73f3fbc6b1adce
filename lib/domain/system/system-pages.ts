/** The pages users, roles, menus, departments, posts, dictionaries, settings, notices and logs. */
import { monitorLogininfor } from '../../contracts/admin/resources/monitor-logininfor.resource.ts';
import { monitorOnline } from '../../contracts/admin/resources/monitor-online.resource.ts';
import { monitorOperlog } from '../../contracts/admin/resources/monitor-operlog.resource.ts';
import { systemConfig } from '../../contracts/admin/resources/system-config.resource.ts';
import { systemDept } from '../../contracts/admin/resources/system-dept.resource.ts';
import { systemDictData } from '../../contracts/admin/resources/system-dict-data.resource.ts';
import { systemDictType } from '../../contracts/admin/resources/system-dict-type.resource.ts';
import { systemMenu } from '../../contracts/admin/resources/system-menu.resource.ts';
import { systemNotice } from '../../contracts/admin/resources/system-notice.resource.ts';
import { systemPost } from '../../contracts/admin/resources/system-post.resource.ts';
import { systemRole } from '../../contracts/admin/resources/system-role.resource.ts';
import { systemUser } from '../../contracts/admin/resources/system-user.resource.ts';
import { transact } from '../../db/transact.ts';
import type { CallContext } from '../identity/actor.ts';
import type { BoundResource } from '../resource/bound-resource.ts';
import { tableService } from '../resource/table-service.ts';
import type { Settings } from '../settings/settings.ts';
import { configBinding } from './config/config-binding.ts';
import { type DeptService, deptService } from './dept/dept.service.ts';
import { type DictService, dictService } from './dict/dict.service.ts';
import { type MenuService, menuService } from './menu/menu.service.ts';
import { type MonitorService, monitorService } from './monitor/monitor.service.ts';
import { type NoticeService, noticeService } from './notice/notice.service.ts';
import { postBinding } from './post/post-binding.ts';
import { type RoleService, roleService } from './role/role.service.ts';
import type { SystemDeps } from './system-deps.ts';
import { type UserService, userService } from './user/user.service.ts';

export interface SystemPages {
  readonly resources: readonly BoundResource[];
  readonly users: UserService;
  readonly roles: RoleService;
  readonly menus: MenuService;
  readonly depts: DeptService;
  readonly dicts: DictService;
  readonly notices: NoticeService;
  readonly monitor: MonitorService;
  readonly settings: Settings;
  /** Clears the cached settings. */
  refreshSettings(call: CallContext): Promise<void>;
}

export function systemPages(deps: SystemDeps): SystemPages {
  const users = userService(deps);
  const roles = roleService(deps);
  const menus = menuService(deps);
  const depts = deptService(deps);
  const dicts = dictService(deps);
  const notices = noticeService(deps);
  const monitor = monitorService(deps);
  const config = tableService(deps, configBinding(deps));
  const { db, changes } = deps.database;
  return {
    users,
    roles,
    menus,
    depts,
    dicts,
    notices,
    monitor,
    settings: deps.settings,
    refreshSettings: (call) =>
      transact(db, async (transaction) => {
        await config.note(call, { type: 'clean' }, transaction);
        await changes.notify(transaction, 'setting', [call.actor.scope.tenantId]);
      }),
    resources: [
      { definition: systemUser, service: users },
      { definition: systemRole, service: roles },
      { definition: systemMenu, service: menus },
      { definition: systemDept, service: depts },
      { definition: systemPost, service: tableService(deps, postBinding()) },
      { definition: systemDictType, service: dicts.types },
      { definition: systemDictData, service: dicts.data },
      { definition: systemConfig, service: config },
      // All users read notices; only some manage them.
      { definition: systemNotice, service: notices, except: ['list', 'get'] },
      { definition: monitorLogininfor, service: monitor.loginLog },
      { definition: monitorOperlog, service: monitor.operationLog },
      { definition: monitorOnline, service: monitor.online },
    ],
  };
}
