/** A place on earth, in degrees of WGS 84, which is what receivers of satellites and browsers report. */
export interface Position {
  readonly lng: number;
  readonly lat: number;
}

/** Six digits are about a tenth of a metre. */
const digits = String.raw`(?:\.\d{1,6})?`;
const zeros = String.raw`(?:\.0{1,6})?`;

/** Sources of regular expressions for degrees as text: no exponents, no leading zeros, no plus sign. */
export const longitudePattern = `-?(?:180${zeros}|(?:1[0-7]\\d|[1-9]?\\d)${digits})`;
export const latitudePattern = `-?(?:90${zeros}|(?:[1-8]?\\d)${digits})`;

/** Degrees as they are stored and typed: at most six digits, none of them useless. */
export function degreesText(degrees: number): string {
  const rounded = Math.round(degrees * 1e6) / 1e6;
  // -0 is written as 0, and small numbers without an exponent.
  return rounded === 0 ? '0' : rounded.toFixed(6).replace(/\.?0+$/, '');
}

const isLongitude = new RegExp(`^(?:${longitudePattern})$`);
const isLatitude = new RegExp(`^(?:${latitudePattern})$`);

/** The place that two texts name; null unless both are degrees. */
export function positionIn({
  lng,
  lat,
}: {
  readonly lng?: unknown;
  readonly lat?: unknown;
}): Position | null {
  if (typeof lng !== 'string' || !isLongitude.test(lng)) return null;
  if (typeof lat !== 'string' || !isLatitude.test(lat)) return null;
  return { lng: Number(lng), lat: Number(lat) };
}
