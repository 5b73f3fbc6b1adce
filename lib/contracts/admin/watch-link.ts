/** Links to the page of one camera; `watch-address.ts` reads them. They contain no secret. */
import type { EpochMs } from '../../kernel/units.ts';
import type { Zone } from '../../kernel/zone-time.ts';

/** The path of a link; `at`: of recordings, epoch ms. */
export function watchPath(
  camera: { readonly serial: string; readonly channelNo: number },
  moment: { readonly at: EpochMs; readonly zone: Zone } | null = null,
): string {
  const path = `/watch/${camera.serial}/${camera.channelNo}`;
  return moment ? `${path}?at=${writeTime(moment.at, moment.zone)}` : path;
}

/** In the zone of the organisation, without characters that addresses encode; in UTC if that time occurs twice. */
function writeTime(at: EpochMs, zone: Zone): string {
  const second = Math.floor(at / 1_000) * 1_000;
  const civil = zone.text(second);
  return zone.instant(civil) === second
    ? civil.replace(' ', 'T')
    : `${new Date(second).toISOString().slice(0, 19)}Z`;
}
