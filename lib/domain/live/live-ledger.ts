/**
 * Recent stream statistics for the dashboard: failures of the last 24 hours, the latest alarms, and a sample every 30
 * seconds of the last hour. In memory, bounded, and lost at a restart. Everything is kept per device, so that users see
 * only the devices in their data scope.
 */
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { StreamCondition, StreamStatus } from '../../media/ports.ts';
import { streamChanges } from './stream-changes.ts';

const hourMs: Ms = 60 * 60_000;
export const sampleEveryMs: Ms = 30_000;
const maxSamples = hourMs / sampleEveryMs;
const retentionHours = 24;
/** Upper limit of failure entries per hour; beyond it devices and codes are merged. */
const maxCounts = 5_000;
const maxAlarms = 500;
/** Per sample. */
const maxDevices = 2_000;
export const recovered = 'recovered';

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

/** A failure of a stream or conversion, or its end. */
export interface StreamEvent {
  /** Organisation, serial number, channel, profile and, for a conversion, its codec; a line each. */
  readonly stream: string;
  /** Failure code, or `recovered`. */
  readonly code: string;
}

export interface LiveLedger {
  /** Called for each status change of a stream of this process. */
  note(status: StreamStatus): void;
  /** Counts what another process has noted. */
  record(event: StreamEvent): void;
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
  /** Those to sample. */
  readonly streams: () => readonly Pick<StreamStatus, 'key' | 'state' | 'viewers' | 'bitrateKbps'>[];
  /** Called for each event that `note` finds. */
  readonly onEvent?: (event: StreamEvent) => void;
}): LiveLedger {
  const { clock, streams, onEvent } = deps;
  const since = clock.now();
  /** By hour of the monotonic clock, then `tenant/serial/channel/code`. */
  const failures = new Map<number, Map<string, number>>();
  let alarms: StoredAlarm[] = [];
  const changeOf = streamChanges();
  let samples: Sample[] = [];

  function count(tenantId: string, serial: string, channelNo: string, code: string): void {
    const hour = Math.floor(clock.monotonic() / hourMs);
    let counts = failures.get(hour);
    if (!counts) {
      counts = new Map();
      failures.set(hour, counts);
      for (const old of failures.keys()) if (old <= hour - retentionHours) failures.delete(old);
    }
    const name = keyOf(tenantId, serial, channelNo, code);
    const known = counts.get(name);
    if (known === undefined && counts.size >= maxCounts) return;
    counts.set(name, (known ?? 0) + 1);
  }

  function record({ stream, code }: StreamEvent): void {
    const [tenantId = '', serial = '', channelNo = ''] = partsOf(stream);
    if (code !== recovered) count(tenantId, serial, channelNo, code);
    const last = alarms.findLast((each) => each.stream === stream);
    if (last?.code === code) {
      last.at = clock.now();
      last.count += 1;
      return;
    }
    alarms.push({ tenantId, stream, serial, channelNo: Number(channelNo), code, at: clock.now(), count: 1 });
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
  function noteOne(stream: string, condition: StreamCondition | null): void {
    const happened = (code: string) => {
      record({ stream, code });
      onEvent?.({ stream, code });
    };
    const change = changeOf(stream, condition);
    if (change?.to === 'failed') happened(change.failure.code);
    else if (change?.isRecovered) happened(recovered);
  }

  const stop: Cancel = clock.every(sampleEveryMs, sample);

  return {
    since,
    stop,

    note(status) {
      const { key, conversion } = status;
      const stream = keyOf(key.tenantId, key.deviceSerial, String(key.channelNo), key.profile);
      noteOne(stream, status);
      noteOne(keyOf(stream, 'h264'), conversion);
    },

    record,

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
        .map(({ at, serial, channelNo, code, count: times }) => ({
          at,
          serial,
          channelNo,
          code,
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
