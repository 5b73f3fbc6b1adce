/**
 * Reads PTZ capabilities and status from a camera's profiles, nodes and states. All of it is untrusted input.
 */
import type { PtzDirection } from '../ports.ts';

export interface Range {
  readonly min: number;
  readonly max: number;
}
export interface PlaneRange {
  readonly x: Range;
  readonly y: Range;
}

export interface PtzProfile {
  readonly token: string;
  readonly nodeToken: string | null;
  /** Limits configured in the camera, in its position units. */
  readonly ends: PlaneRange | null;
}

export interface PtzRanges {
  /** Null: the node supports only absolute and relative moves. */
  readonly speeds: PlaneRange | null;
  readonly positions: PlaneRange | null;
}

export interface PtzState {
  readonly x: number;
  readonly y: number;
  /** Null: not reported by the camera. */
  readonly isMoving: boolean | null;
}

/**
 * The profile for PTZ: that of the video source with this number if there are as many, else the first with
 * PTZ.
 */
export function chooseProfile(profiles: unknown, channelNo: number): PtzProfile | null {
  const own = ownProfiles(profiles, channelNo);
  // On a recorder, never move another channel instead of one without PTZ.
  const found = own.find((profile) => at(profile, 'PTZConfiguration') !== undefined);
  const token = textOf(at(found, '$', 'token'));
  if (token === null || token === '') return null;
  const configuration = at(found, 'PTZConfiguration');
  return {
    token,
    nodeToken: textOf(at(configuration, 'nodeToken')),
    ends: planeOf(at(configuration, 'panTiltLimits', 'range')),
  };
}

/** The tokens of the profiles of the video source with this number; of all if there are not as many. */
export const profilesOf = (profiles: unknown, channelNo: number): readonly string[] =>
  ownProfiles(profiles, channelNo).flatMap((profile) => textOf(at(profile, '$', 'token')) || []);

function ownProfiles(profiles: unknown, channelNo: number): readonly unknown[] {
  const all = listOf(profiles);
  const sources = [...new Set(all.map(sourceOf).filter((token) => token !== null))];
  const wanted = sources.length >= channelNo ? sources[channelNo - 1] : undefined;
  return wanted === undefined ? all : all.filter((profile) => sourceOf(profile) === wanted);
}

const sourceOf = (profile: unknown): string | null =>
  textOf(at(profile, 'videoSourceConfiguration', 'sourceToken'));

/**
 * The tokens of the video source of this channel and of its configurations. Null: the camera has one source only, or its
 * profiles are unknown.
 */
export function videoSourcesOf(profiles: unknown, channelNo: number): ReadonlySet<string> | null {
  const all = listOf(profiles ?? undefined);
  const sources = [...new Set(all.map(sourceOf).filter((token) => token !== null))];
  if (sources.length < 2) return null;
  const wanted = sources[channelNo - 1];
  const own = all.filter((profile) => wanted !== undefined && sourceOf(profile) === wanted);
  const configurations = own.map((profile) => textOf(at(profile, 'videoSourceConfiguration', '$', 'token')));
  return new Set([wanted, ...configurations].filter((token) => typeof token === 'string'));
}

/** `nodes`: by token, as returned by the package. */
export function ptzRanges(nodes: unknown, token: string | null): PtzRanges | null {
  const own = token === null ? undefined : at(nodes, token);
  const node = own ?? Object.values(isObject(nodes) ? nodes : {})[0];
  const spaces = at(node, 'supportedPTZSpaces');
  if (spaces === undefined) return null;
  return {
    speeds: planeOf(listOf(at(spaces, 'continuousPanTiltVelocitySpace'))[0]),
    positions: planeOf(listOf(at(spaces, 'absolutePanTiltPositionSpace'))[0]),
  };
}

/**
 * Null: no position reported. `xml` is needed because the package does not distinguish a position of 0 from
 * none.
 */
export function ptzState(status: unknown, xml: string): PtzState | null {
  if (!/<(?:\w+:)?PanTilt\s[^>]{0,400}\bx=/.test(xml)) return null;
  const x = numberOf(at(status, 'position', 'x'));
  const y = numberOf(at(status, 'position', 'y'));
  if (x === null || y === null) return null;
  const moveStatus = at(status, 'moveStatus', 'panTilt') ?? at(status, 'moveStatus');
  return { x, y, isMoving: moveStatus === 'MOVING' ? true : moveStatus === 'IDLE' ? false : null };
}

/** True if the camera is at its limit in this direction, within 1% of the range. */
export function isAtEnd({ x, y }: PtzState, ends: PlaneRange, direction: PtzDirection): boolean {
  const slack = ({ min, max }: Range) => (max - min) / 100;
  switch (direction) {
    case 'up':
      return y >= ends.y.max - slack(ends.y);
    case 'down':
      return y <= ends.y.min + slack(ends.y);
    case 'left':
      return x <= ends.x.min + slack(ends.x);
    case 'right':
      return x >= ends.x.max - slack(ends.x);
  }
}

export const isMovable = ({ min, max }: Range): boolean => max > min;

function planeOf(space: unknown): PlaneRange | null {
  const x = rangeOf(at(space, 'XRange'));
  const y = rangeOf(at(space, 'YRange'));
  return x && y && { x, y };
}

function rangeOf(range: unknown): Range | null {
  const min = numberOf(at(range, 'min'));
  const max = numberOf(at(range, 'max'));
  return min === null || max === null ? null : { min, max };
}

function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (!isObject(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
