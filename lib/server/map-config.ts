/** Settings of maps: tiles that browsers load, and a service that finds addresses, which only this server calls. */
import { z } from 'zod';
import type { MapTiles } from '../contracts/admin/calls/map.calls.ts';
import type { GeocoderKind } from '../domain/maps/create-geocoder.ts';

export interface MapConfig {
  /** Null: the map is drawn from the places of cities. */
  readonly tiles: MapTiles | null;
  /** Null: addresses cannot be found. */
  readonly geocoder: GeocoderConfig | null;
}

export interface GeocoderConfig {
  readonly kind: GeocoderKind;
  /** Address of the service without a slash at the end. */
  readonly url: string;
  /** Null: from a credential of systemd, or none is needed. Never log it. */
  readonly key: string | null;
}

const hasNoLogin = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password && !hash;
};

/** Only as part of the path or query: the policy of pages names the host. Characters of a policy end it. */
function isTileTemplate(text: string): boolean {
  if (text.length > 1_000 || /[\s'"<>;,\\^`|]/.test(text) || !/^https?:\/\/[^/{}]+\/./.test(text))
    return false;
  const holes: readonly string[] = text.match(/\{[^}]*\}/g) ?? [];
  const isComplete = ['{z}', '{x}', '{y}'].every((hole) => holes.includes(hole));
  return isComplete && holes.length === 3 && hasNoLogin(text.replace(/[{}]/g, ''));
}

const isBase = (text: string) => hasNoLogin(text) && new URL(text).search === '' && text.length <= 500;

export const mapVariables = {
  ORIEL_MAP_TILES: z
    .string()
    .refine(
      isTileTemplate,
      'ORIEL_MAP_TILES must be an address such as https://tiles.example.com/{z}/{x}/{y}.png, with {z}, {x} and {y} once each',
    )
    .nullable()
    .default(null),
  ORIEL_MAP_ATTRIBUTION: z
    .string()
    .trim()
    .max(200, 'ORIEL_MAP_ATTRIBUTION must have at most 200 characters')
    .nullable()
    .default(null),
  ORIEL_MAP_DATUM: z.enum(['wgs84', 'gcj02'], 'ORIEL_MAP_DATUM must be wgs84 or gcj02').default('wgs84'),
  ORIEL_MAP_MAX_ZOOM: z
    .string()
    .regex(/^(?:[1-9]|1\d|2[0-2])$/, 'ORIEL_MAP_MAX_ZOOM must be a whole number from 1 to 22')
    .transform(Number)
    .default(18),
  ORIEL_GEOCODER: z
    .enum(['nominatim', 'amap'], 'ORIEL_GEOCODER must be nominatim or amap')
    .nullable()
    .default(null),
  ORIEL_GEOCODER_URL: z
    .string()
    .refine(
      isBase,
      'ORIEL_GEOCODER_URL must be an address such as https://nominatim.example.com, without a user name, query or fragment',
    )
    .transform((text) => text.replace(/\/+$/, ''))
    .nullable()
    .default(null),
  ORIEL_GEOCODER_KEY: z
    .string()
    .regex(
      /^[\x21-\x7e]{1,256}$/,
      'ORIEL_GEOCODER_KEY must be 1 to 256 printable characters without spaces (its value is not shown)',
    )
    .nullable()
    .default(null),
};

type MapValues = z.output<z.ZodObject<typeof mapVariables>>;

/** Settings that need each other. */
export function mapProblem(value: MapValues): string | null {
  if ((value.ORIEL_GEOCODER === null) !== (value.ORIEL_GEOCODER_URL === null))
    return 'ORIEL_GEOCODER and ORIEL_GEOCODER_URL must both be set, or neither';
  if (value.ORIEL_MAP_TILES !== null && !value.ORIEL_MAP_ATTRIBUTION)
    return 'ORIEL_MAP_TILES needs ORIEL_MAP_ATTRIBUTION: whoever provides the map must be named on it';
  return null;
}

export function mapConfigOf(value: MapValues): MapConfig {
  return {
    tiles:
      value.ORIEL_MAP_TILES === null
        ? null
        : {
            template: value.ORIEL_MAP_TILES,
            attribution: value.ORIEL_MAP_ATTRIBUTION ?? '',
            datum: value.ORIEL_MAP_DATUM,
            maxZoom: value.ORIEL_MAP_MAX_ZOOM,
          },
    geocoder:
      value.ORIEL_GEOCODER === null || value.ORIEL_GEOCODER_URL === null
        ? null
        : { kind: value.ORIEL_GEOCODER, url: value.ORIEL_GEOCODER_URL, key: value.ORIEL_GEOCODER_KEY },
  };
}
