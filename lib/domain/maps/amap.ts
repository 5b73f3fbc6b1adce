/**
 * The web service of AMap (高德): coordinates are GCJ-02, in texts `lng,lat`. Absent values are empty lists. Failures are
 * HTTP 200 with a status of 0 and a code.
 */
import { z } from 'zod';
import { fromGcj02, toGcj02 } from '../../kernel/geo/gcj02.ts';
import { degreesText, type Position, positionIn } from '../../kernel/geo/position.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { JsonFailure } from '../../media/ports.ts';
import { type Ask, type FoundPlace, type Geocoder, read } from './geocoder.ts';

/** A text, or an empty list where there is none. */
const text = z.union([z.string(), z.array(z.unknown()).transform(() => '')]);
const optionalText = text.optional().transform((value) => value ?? '');

const envelope = z.object({
  status: z.union([z.string(), z.number()]).transform(String),
  infocode: optionalText,
});
const tips = z.object({
  tips: z.array(
    z.object({ name: text, district: optionalText, address: optionalText, location: optionalText }),
  ),
});
const codes = z.object({ geocodes: z.array(z.object({ formatted_address: text, location: text })) });
const address = z.object({ regeocode: z.object({ formatted_address: text }) });

/** Daily and per-second quotas. */
const quotas = new Set([
  '10003',
  '10004',
  '10014',
  '10015',
  '10019',
  '10020',
  '10021',
  '10029',
  '10044',
  '10045',
]);

const failureOf = (infocode: string) => {
  if (quotas.has(infocode)) return 'limited';
  // The others of this kind are about the key: missing, wrong, or not for this service or address.
  return infocode.startsWith('100') ? 'denied' : 'status';
};

export function amap(ask: Ask): Geocoder {
  /** The document, unless it is an error. */
  async function call<Schema extends z.ZodType>(
    path: string,
    query: Readonly<Record<string, string>>,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<Result<z.output<Schema>, JsonFailure>> {
    return read(await ask(path, { ...query, output: 'JSON' }, signal), (document) => {
      const head = envelope.safeParse(document);
      if (!head.success) return err('unreadable');
      if (head.data.status !== '1') return err(failureOf(head.data.infocode));
      const { success, data } = schema.safeParse(document);
      return success ? ok(data) : err('unreadable');
    });
  }

  return {
    async search(keywords, _locale, signal) {
      const suggested = await call('/v3/assistant/inputtips', { keywords, datatype: 'all' }, tips, signal);
      if (!suggested.ok) return suggested;
      const places = suggested.value.tips.flatMap((tip): FoundPlace[] => {
        const place = placeIn(tip.location);
        // Bus lines and brands have no place.
        return place
          ? [{ ...place, name: tip.name, address: `${tip.district}${tip.address}` || tip.name }]
          : [];
      });
      if (places.length > 0) return ok(places);
      const coded = await call('/v3/geocode/geo', { address: keywords }, codes, signal);
      if (!coded.ok) return coded;
      return ok(
        coded.value.geocodes.flatMap(({ formatted_address: name, location }): FoundPlace[] => {
          const place = placeIn(location);
          return place ? [{ ...place, name, address: name }] : [];
        }),
      );
    },
    async addressOf(position, _locale, signal) {
      const { lng, lat } = toGcj02(position);
      const location = `${degreesText(lng)},${degreesText(lat)}`;
      const answer = await call('/v3/geocode/regeo', { location }, address, signal);
      return answer.ok ? ok(answer.value.regeocode.formatted_address || null) : answer;
    },
  };
}

function placeIn(location: string): Position | null {
  const [lng = '', lat = ''] = location.split(',');
  const moved = positionIn({ lng, lat });
  return moved && fromGcj02(moved);
}
