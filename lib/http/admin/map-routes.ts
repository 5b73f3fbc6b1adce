import { mapAddress, mapCameras, mapSearch, mapSettings } from '../../contracts/admin/calls/map.calls.ts';
import type { CameraMap } from '../../domain/maps/camera-map.ts';
import { type AdminRoute, bindAdminCall } from './admin-route.ts';

export function mapRoutes(map: CameraMap): readonly AdminRoute[] {
  return [
    bindAdminCall(mapSettings, async () => map.settings()),
    bindAdminCall(mapCameras, (_input, call) => map.cameras(call)),
    bindAdminCall(mapSearch, ({ query, locale, signal }, call) =>
      map.search(call, query.keyword, locale, signal),
    ),
    bindAdminCall(mapAddress, ({ query, locale, signal }, call) =>
      map.addressOf(call, { lng: Number(query.lng), lat: Number(query.lat) }, locale, signal),
    ),
  ];
}
