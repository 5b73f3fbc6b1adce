/** Calls of areas and shipping templates besides those of the resource. */
import { areaShow, areaTree } from '../../contracts/admin/calls/area.calls.ts';
import {
  freightCopy,
  freightPreview,
  freightPreviewOrder,
} from '../../contracts/admin/calls/freight.calls.ts';
import type { Areas } from '../../domain/areas/areas.ts';
import type { FreightService } from '../../domain/freight/freight.service.ts';
import { type AdminRoute, bindAdminCall } from './admin-route.ts';

export function areaRoutes(areas: Areas): readonly AdminRoute[] {
  return [
    bindAdminCall(areaTree, async ({ responseHeaders }, { actor }) => {
      const { nodes, etag } = await areas.tree(actor.scope);
      responseHeaders.set('etag', etag);
      return [...nodes];
    }),
    bindAdminCall(areaShow, async ({ body }, call) => {
      await areas.show(call, body);
      return null;
    }),
  ];
}

export function freightRoutes(freight: FreightService): readonly AdminRoute[] {
  return [
    bindAdminCall(freightCopy, ({ query }, call) => freight.copy(call, query.id)),
    bindAdminCall(freightPreview, async ({ body }, call) => quoted(await freight.preview(call, body))),
    bindAdminCall(freightPreviewOrder, async ({ body }, call) => {
      const { groups, ...order } = await freight.previewOrder(call, body);
      return { ...order, groups: groups.map((group) => ({ ...group, quote: quoted(group.quote) })) };
    }),
  ];
}

type Quote = Awaited<ReturnType<FreightService['preview']>>;
const quoted = (quote: Quote) => (quote.deliverable ? { ...quote, split: [...quote.split] } : quote);
