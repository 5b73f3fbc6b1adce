/**
 * Converts instants to and from the local time of a zone. Calls `Intl` once per quarter of an hour, not for
 * each value.
 */
import type { EpochMs, Ms } from './units.ts';

export interface Zone {
  /** IANA name, or a fixed offset, `+05:30`. */
  readonly name: string;
  /** `yyyy-MM-dd HH:mm:ss`. */
  text(at: EpochMs): string;
  /** Local time minus UTC. Changes only at whole quarters of an hour. */
  offsetAt(at: EpochMs): Ms;
  /**
   * The instant of a local time. A time that occurs twice means the first; a time that is skipped means the same
   * distance after the jump. Null: no such date or time.
   */
  instant(text: string): EpochMs | null;
}

const quarter: Ms = 15 * 60 * 1_000;
/** Cached offsets per zone; the cache is cleared when it is full. */
const maxRemembered = 4_096;

const zones = new Map<string, Zone>();

/** Throws a RangeError for an unknown zone. */
export function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  const zone = createZone(name, offsetsOf(name));
  zones.set(zone.name, zone);
  return zone;
}

function offsetsOf(name: string): Zone['offsetAt'] {
  // Of `+05:30`, which `Intl` knows in newer browsers only.
  const fixed = name < 'A' ? -Date.parse(`1970-01-01T00:00${name}`) : 0;
  if (fixed) return () => fixed;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const remembered = new Map<number, Ms>();

  return (at) => {
    const bucket = Math.floor(at / quarter);
    const known = remembered.get(bucket);
    if (known !== undefined) return known;
    const start = bucket * quarter;
    const parts = Object.fromEntries(format.formatToParts(start).map(({ type, value }) => [type, value]));
    const shown = Date.UTC(
      Number(parts.year),
      Number(parts.month) - 1,
      Number(parts.day),
      Number(parts.hour),
      Number(parts.minute),
      Number(parts.second),
    );
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(bucket, shown - start);
    return shown - start;
  };
}

function createZone(name: string, offsetAt: Zone['offsetAt']): Zone {
  return {
    name,
    offsetAt,
    text: (at) => {
      const shown = new Date(at + offsetAt(at)).toISOString();
      return `${shown.slice(0, 10)} ${shown.slice(11, 19)}`;
    },
    instant(text) {
      const wall = parseWall(text);
      if (wall === null) return null;
      const day = 86_400_000;
      const [before, after] = [offsetAt(wall - day), offsetAt(wall + day)];
      // The larger offset gives the earlier instant: of a time that occurs twice, the first.
      const offsets = before >= after ? [before, after] : [after, before];
      for (const offset of offsets) if (offsetAt(wall - offset) === offset) return wall - offset;
      return wall - before;
    },
  };
}

/** The text read as UTC. */
function parseWall(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/.exec(text);
  if (!match) return null;
  const at = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(at)) return null;
  const isSame = new Date(at).toISOString().startsWith(text.replace(' ', 'T'));
  return isSame ? at : null;
}
