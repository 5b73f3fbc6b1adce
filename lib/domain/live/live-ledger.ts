/**
 * Recent stream statistics for the dashboard: failures of the last 24 hours, the latest alarms, and a sample every 30
 * seconds of the last hour. In memory, bounded, and lost at a restart. Everything is kept per device, so that users see
 * only the devices in their data scope.
 */
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { CameraKey, StreamCondition, StreamStatus } from '../../media/ports.ts';

const hourMs: Ms = 60 * 60_000;
export const sampleEveryMs: Ms = 30_000;
const maxSamples = hourMs / sampleEveryMs;
const retentionHours = 24;
/** Upper limit of failure entries per hour; beyond it devices and codes are merged. */
const maxCounts = 5_000;
const maxAlarms = 500;
/** Per sample. */
const maxDevices = 2_000;

/** Devices of one organisation within a user's data scope. Null: all of them. */
export type Seen = ReadonlySet<string> | null;

export interface FailureCount {
  readonly code: string;
  readonly count: number;
  readonly cameras: number;
}

export interface Alarm {
  readonly at: EpochMs;
  readonly serial: string;
  readonly channelNo: number;
  /** Failure code, or `recovered`. */
  readonly code: string;
  readonly message: string;
  /** Consecutive occurrences. */
  readonly count: number;
}

export interface Point {
  readonly at: EpochMs;
  readonly viewers: number;
  readonly live: number;
  readonly retrying: number;
  readonly bitrateKbps: number;
}

export interface LiveLedger {
  /** Called for each status change of a stream. */
  note(status: StreamStatus): void;
  failures(tenantId: string, seen: Seen): readonly FailureCount[];
  /** Newest first. */
  alarms(tenantId: string, seen: Seen, max: number): readonly Alarm[];
  /** Oldest first. */
  series(tenantId: string, seen: Seen): readonly Point[];
  /** Failures are counted from this time. */
  readonly since: EpochMs;
  /** Safe to call twice. */
  stop(): void;
}

type Numbers = { viewers: number; live: number; retrying: number; bitrateKbps: number };

interface Sample {
  readonly at: EpochMs;
  /** By organisation and serial number. */
  readonly devices: ReadonlyMap<string, Numbers>;
}

interface StoredAlarm extends Omit<Alarm, 'at' | 'count'> {
  readonly tenantId: string;
  readonly stream: string;
  at: EpochMs;
  count: number;
}

export function liveLedger(deps: {
  readonly clock: Clock;
  readonly streams: () => readonly StreamStatus[];
}): LiveLedger {
  const { clock, streams } = deps;
  const since = clock.now();
  /** By hour of the monotonic clock, then `tenant/serial/channel/code`. */
  const failures = new Map<number, Map<string, number>>();
  let alarms: StoredAlarm[] = [];
  /** By stream or conversion: its current failure, and the object that reported it. Removed when it becomes idle. */
  const failing = new Map<string, { code: string; failure: StreamStatus['lastFailure'] }>();
  let samples: Sample[] = [];

  function count({ tenantId, deviceSerial, channelNo }: CameraKey, code: string): void {
    const hour = Math.floor(clock.monotonic() / hourMs);
    let counts = failures.get(hour);
    if (!counts) {
      counts = new Map();
      failures.set(hour, counts);
      for (const old of failures.keys()) if (old <= hour - retentionHours) failures.delete(old);
    }
    const name = keyOf(tenantId, deviceSerial, String(channelNo), code);
    const known = counts.get(name);
    if (known === undefined && counts.size >= maxCounts) return;
    counts.set(name, (known ?? 0) + 1);
  }

  function alarm(key: CameraKey, stream: string, code: string, message: string): void {
    const { tenantId, deviceSerial: serial, channelNo } = key;
    const last = alarms.findLast((each) => each.stream === stream);
    if (last?.code === code) {
      last.at = clock.now();
      last.count += 1;
      return;
    }
    alarms.push({ tenantId, stream, serial, channelNo, code, message, at: clock.now(), count: 1 });
    if (alarms.length > maxAlarms) alarms = alarms.slice(-maxAlarms);
  }

  function sample(): void {
    const devices = new Map<string, Numbers>();
    for (const { key, state, viewers, bitrateKbps } of streams()) {
      if (state === 'idle') continue;
      const name = keyOf(key.tenantId, key.deviceSerial);
      const known = devices.get(name);
      if (!known && devices.size >= maxDevices) continue;
      const numbers = known ?? { viewers: 0, live: 0, retrying: 0, bitrateKbps: 0 };
      numbers.viewers += viewers;
      numbers.live += state === 'live' ? 1 : 0;
      numbers.retrying += state === 'retrying' ? 1 : 0;
      numbers.bitrateKbps += bitrateKbps;
      devices.set(name, numbers);
    }
    samples = [...samples, { at: clock.now(), devices }].slice(-maxSamples);
  }

  /** The camera's stream, or its conversion: null while there is none. */
  function noteOne(key: CameraKey, stream: string, condition: StreamCondition | null): void {
    const before = failing.get(stream);
    if (condition === null || condition.state === 'idle') {
      failing.delete(stream);
    } else if (condition.state === 'live') {
      failing.delete(stream);
      if (before) alarm(key, stream, 'recovered', '');
    } else if (condition.lastFailure && condition.lastFailure !== before?.failure) {
      // Reported several times while it is being retried, but counted once.
      const { code, message } = condition.lastFailure;
      failing.set(stream, { code, failure: condition.lastFailure });
      count(key, code);
      alarm(key, stream, code, message);
    }
  }

  const stop: Cancel = clock.every(sampleEveryMs, sample);

  return {
    since,
    stop,

    note(status) {
      const { key, conversion } = status;
      const stream = keyOf(key.tenantId, key.deviceSerial, String(key.channelNo), key.profile);
      noteOne(key, stream, status);
      noteOne(key, keyOf(stream, 'h264'), conversion);
    },

    failures(tenantId, seen) {
      const first = Math.floor(clock.monotonic() / hourMs) - retentionHours + 1;
      const byCode = new Map<string, { count: number; cameras: Set<string> }>();
      for (const [hour, counts] of failures) {
        if (hour < first) continue;
        for (const [name, counted] of counts) {
          const [tenant = '', serial = '', channelNo = '', code = ''] = partsOf(name);
          if (tenant !== tenantId || (seen && !seen.has(serial))) continue;
          const sum = byCode.get(code) ?? { count: 0, cameras: new Set<string>() };
          sum.count += counted;
          sum.cameras.add(keyOf(serial, channelNo));
          byCode.set(code, sum);
        }
      }
      return [...byCode]
        .map(([code, sum]) => ({ code, count: sum.count, cameras: sum.cameras.size }))
        .sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1));
    },

    alarms(tenantId, seen, max) {
      return alarms
        .filter((each) => each.tenantId === tenantId && (!seen || seen.has(each.serial)))
        .sort((one, other) => other.at - one.at)
        .slice(0, max)
        .map(({ at, serial, channelNo, code, message, count: times }) => ({
          at,
          serial,
          channelNo,
          code,
          message,
          count: times,
        }));
    },

    series(tenantId, seen) {
      return samples.map(({ at, devices }) => {
        const sum: Numbers = { viewers: 0, live: 0, retrying: 0, bitrateKbps: 0 };
        for (const [name, numbers] of devices) {
          const [tenant = '', serial = ''] = partsOf(name);
          if (tenant !== tenantId || (seen && !seen.has(serial))) continue;
          sum.viewers += numbers.viewers;
          sum.live += numbers.live;
          sum.retrying += numbers.retrying;
          sum.bitrateKbps += numbers.bitrateKbps;
        }
        return { at, ...sum };
      });
    },
  };
}

/** Parts may contain anything but a line break. */
const keyOf = (...parts: readonly string[]) => parts.join('\n');
const partsOf = (name: string) => name.split('\n');
