import type { mapCameras } from '../../../../lib/contracts/admin/calls/map.calls.ts';
import type { DataOf } from '../../api/data-of.ts';

export type MapCameras = DataOf<typeof mapCameras>;
export type MapCamera = MapCameras['cameras'][number];

/** By name, serial number or location, as they are typed. */
export function matching(cameras: readonly MapCamera[], filter: string): readonly MapCamera[] {
  const wanted = filter.trim().toLowerCase();
  if (wanted === '') return cameras;
  return cameras.filter(({ name, deviceSerial, address }) =>
    [name, deviceSerial, address ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  );
}
