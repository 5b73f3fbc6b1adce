import type { Db } from '../../db/client.ts';
import { isAlarmKind } from '../../kernel/alarm-kind.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { deviceRepository } from '../devices/device.repository.ts';
import { lappError } from '../errors/lapp-errors.ts';
import type { FailureLimit } from '../limits/failure-limiter.ts';
import { MemoryFailureLimiter } from '../limits/memory-failure-limiter.ts';
import type { AlarmService } from './alarm.service.ts';
import type { AlarmTokens } from './alarm-token.service.ts';

export interface OutsideReport {
  readonly deviceSerial: string;
  readonly channelNo: number;
  readonly alarmType: string;
  readonly time?: EpochMs | undefined;
  readonly endTime?: EpochMs | undefined;
  readonly externalId?: string | undefined;
}

export interface AlarmReports {
  /** Throws 10001, 10002, 10029, 10031, 20002, 20032. */
  report(
    token: string,
    report: OutsideReport,
    clientAddress: string,
  ): Promise<{ readonly alarmId: string; readonly isNew: boolean }>;
}

/** A flood of reports must not fill the database. */
const perToken: FailureLimit = { kind: 'alarmReports', maxFailures: 600, windowMs: 60_000 };
/** Of wrong tokens. They cannot be guessed; the limit shows a caller that something is wrong. */
const perAddress: FailureLimit = { kind: 'alarmTokens', maxFailures: 60, windowMs: 15 * 60_000 };
/** Older alarms have no place in a list of what happens now. */
const maxAgeMs: Ms = 24 * 60 * 60_000;

/** Alarms of outside systems. */
export function alarmReports(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: AlarmTokens;
  readonly alarms: Pick<AlarmService, 'raise'>;
}): AlarmReports {
  const { db, clock, tokens, alarms } = deps;
  const limiter = new MemoryFailureLimiter(clock);
  const devices = deviceRepository(db);

  return {
    async report(token, { deviceSerial, channelNo, alarmType, time, endTime, externalId }, clientAddress) {
      const reporter = await tokens.authenticate(token).catch((error) => {
        const retryAfterMs = limiter.count([[perAddress, clientAddress]]);
        throw retryAfterMs > 0 ? lappError('10029', { retryAfterMs }) : error;
      });
      const retryAfterMs = limiter.count([[perToken, reporter.tokenId]]);
      if (retryAfterMs > 0) throw lappError('10029', { retryAfterMs });
      // Before any lookup, so that a token cannot be used to discover cameras.
      if (!reporter.covers(deviceSerial, channelNo)) throw lappError('10031');
      const now = clock.now();
      const at = time ?? now;
      if (at < now - maxAgeMs) throw lappError('10001', { field: 'time' });
      if (endTime !== undefined && endTime < at) throw lappError('10001', { field: 'endTime' });
      const device = await devices.findDevice(reporter.scope, deviceSerial);
      if (!device?.isEnabled) throw lappError('20002', { serial: deviceSerial });
      const channels = await devices.listChannels(reporter.scope, device.id);
      const channel = channels.find(({ number, isEnabled }) => number === channelNo && isEnabled);
      if (!channel) throw lappError('20032', { serial: deviceSerial, channelNo });
      const what = isAlarmKind(alarmType)
        ? { kind: alarmType }
        : { kind: 'external' as const, name: alarmType };
      const raised = await alarms.raise(reporter.scope, {
        ...what,
        channelId: channel.id,
        source: 'http',
        at,
        until: endTime,
        externalId,
      });
      if (!raised) throw lappError('20002', { serial: deviceSerial });
      return { alarmId: raised.id, isNew: raised.isNew };
    },
  };
}
