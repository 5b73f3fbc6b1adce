import type { JsonGet } from '../../media/ports.ts';
import { amap } from './amap.ts';
import type { Ask, Geocoder } from './geocoder.ts';
import { nominatim } from './nominatim.ts';

const kinds = { nominatim, amap } as const satisfies Record<string, (ask: Ask) => Geocoder>;
export type GeocoderKind = keyof typeof kinds;

export interface GeocoderOptions {
  readonly kind: GeocoderKind;
  /** Without a slash at the end. */
  readonly url: string;
  /** Null: the service needs none. */
  readonly key: string | null;
  /** Of the product: services want to know who calls. */
  readonly version: string;
}

const timeoutMs = 5_000;

export function createGeocoder({ kind, url, key, version }: GeocoderOptions, get: JsonGet): Geocoder {
  const headers = { 'User-Agent': `Oriel/${version}` };
  return kinds[kind]((path, query, signal) => {
    const parameters = new URLSearchParams({ ...query, ...(key === null ? {} : { key }) });
    return get({ url: `${url}${path}?${parameters}`, headers }, { timeoutMs, signal });
  });
}
