/** Calls of the system and monitor pages, one file per page. */
import type { AdminCallDef } from '../call.ts';
import { areaShow, areaTree } from './area.calls.ts';
import { monitorCalls } from './monitor.calls.ts';
import { systemConfigCalls } from './system-config.calls.ts';
import { systemDeptCalls } from './system-dept.calls.ts';
import { systemDictCalls } from './system-dict.calls.ts';
import { systemMenuCalls } from './system-menu.calls.ts';
import { systemNoticeCalls } from './system-notice.calls.ts';
import { systemRoleCalls } from './system-role.calls.ts';
import { systemUserCalls } from './system-user.calls.ts';

export const systemCalls: readonly AdminCallDef[] = [
  ...systemUserCalls,
  ...systemRoleCalls,
  ...systemMenuCalls,
  ...systemDeptCalls,
  ...systemDictCalls,
  ...systemConfigCalls,
  ...systemNoticeCalls,
  ...monitorCalls,
  areaTree,
  areaShow,
];
