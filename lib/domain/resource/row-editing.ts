/** "张三正在编辑" for one resource. Not in the operation log, because no data changes. */

import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type { Editor } from '../../contracts/admin/editing.ts';
import type { FieldDef } from '../../contracts/admin/field.ts';
import { systemUser } from '../../contracts/admin/resources/system-user.resource.ts';
import type { Row, RowId } from '../../contracts/admin/row-types.ts';
import type { Actor, CallContext } from '../identity/actor.ts';
import { isMaskedFor, masked, maskOf } from './masks.ts';
import type { ResourceDeps } from './resource-deps.ts';
import type { RowEditing } from './resource-service.ts';
import { rowEditors } from './row-editors.ts';
import { tenantZone } from './tenant-zone.ts';

/** `find` throws 404 for a row that does not exist or is outside the data scope. */
export function rowEditing(
  deps: ResourceDeps,
  { key: resource }: ResourceDef,
  find: (call: CallContext, id: RowId) => Promise<Row>,
): RowEditing {
  const editors = rowEditors(deps);
  const zoneOf = tenantZone(deps);

  async function others({ actor }: CallContext, id: RowId, windowId: string): Promise<readonly Editor[]> {
    const found = await editors.others(actor, { resource, id, windowId });
    if (found.length === 0) return [];
    const zone = await zoneOf(actor.scope.tenantId);
    return found.map(({ userId, displayName, since }) => ({
      name: nameFor(actor, displayName),
      since: zone.text(since),
      isSelf: userId === actor.userId,
    }));
  }

  return {
    async who(call, id, windowId) {
      await find(call, id);
      return others(call, id, windowId);
    },

    async start(call, id, windowId) {
      await find(call, id);
      await editors.enter(call.actor, { resource, id, windowId });
      return others(call, id, windowId);
    },

    async stop(call, id, windowId) {
      // The caller's own entry is removed even if the row no longer exists.
      await editors.leave(call.actor, { resource, id, windowId });
      await find(call, id);
    },
  };
}

/** The name as the caller sees it in the user list. */
function nameFor(actor: Actor, displayName: string): string {
  const field: FieldDef = systemUser.fields.nickName;
  return isMaskedFor(actor, field) ? String(masked(maskOf(field), displayName)) : displayName;
}
