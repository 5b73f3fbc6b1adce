import { foundPerKind, searchRecords } from '../../contracts/admin/calls/search.calls.ts';
import { permissionOf } from '../../contracts/admin/define-resource.ts';
import { can } from '../../domain/identity/actor.ts';
import type { BoundResource } from '../../domain/resource/bound-resource.ts';
import { type AdminRoute, bindAdminCall } from './admin-route.ts';

export function searchRoutes(resources: readonly BoundResource[]): AdminRoute[] {
  return [
    bindAdminCall(searchRecords, async ({ query }, call) => {
      // Sums are no records.
      const kinds = resources.filter(
        ({ definition }) => !definition.areSums && can(call.actor, permissionOf(definition, 'list')),
      );
      const keyword = query.keyword.normalize('NFC');
      const found = [];
      // One after the other: the embedded database has one connection.
      for (const { definition, service } of kinds) {
        const options = await service.options(call, { keyword, matchesPinyin: true });
        if (options.length === 0) continue;
        const records = options
          .slice(0, foundPerKind)
          .map(({ id, title, detail, fields }) => ({ id, title, detail, fields }));
        found.push({ resource: definition.key, records });
      }
      return found;
    }),
  ];
}
