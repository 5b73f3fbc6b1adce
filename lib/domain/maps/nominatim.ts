/** Nominatim, and services that have its interface: WGS 84, `/search` and `/reverse`. */
import { z } from 'zod';
import { err, ok } from '../../kernel/result.ts';
import { type Ask, type FoundPlace, type Geocoder, read } from './geocoder.ts';

const degrees = z.coerce.number();
const places = z.array(
  z.object({
    lat: degrees.min(-90).max(90),
    lon: degrees.min(-180).max(180),
    display_name: z.string(),
    name: z.string().nullish(),
  }),
);
/** Without an address there is an `error`. */
const place = z.object({ display_name: z.string().optional() });

export function nominatim(ask: Ask): Geocoder {
  return {
    async search(text, locale, signal) {
      const query = { q: text, format: 'jsonv2', limit: '10', 'accept-language': locale };
      return read(await ask('/search', query, signal), (document) => {
        const { success, data } = places.safeParse(document);
        if (!success) return err('unreadable');
        return ok(
          data.map(
            ({ lat, lon, display_name: address, name }): FoundPlace => ({
              ...{ lng: lon, lat, address },
              name: name || (address.split(',')[0] ?? address),
            }),
          ),
        );
      });
    },
    async addressOf({ lng, lat }, locale, signal) {
      const query = { lon: String(lng), lat: String(lat), format: 'jsonv2', 'accept-language': locale };
      return read(await ask('/reverse', query, signal), (document) => {
        const { success, data } = place.safeParse(document);
        return success ? ok(data.display_name ?? null) : err('unreadable');
      });
    },
  };
}
