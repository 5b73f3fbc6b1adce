/**
 * Pictures of alarms: one key frame each, of the live stream or of the recordings. Start reading at `createAlarmPictureTaker`.
 */
import { readKeyTerms } from '../../../codec/mp4/encryption.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { AlarmPictureTaker } from '../../ports.ts';
import type { RecordingReader } from '../../recordings/recording-reader.ts';
import { type LiveStreams, liveKeyFrame } from './live-key-frame.ts';

type PicturedAlarm = Parameters<AlarmPictureTaker>[0];

/** An older alarm is not what the camera shows now. */
const liveForMs: Ms = 15_000;
const timeoutMs: Ms = 15_000;
/** Taken at the same time. Each may open a stream, and a flood of alarms must not open all of them. */
const maxTaken = 16;
/** Of a stored picture: the key frame of a 4K camera. */
const maxBytes = 2 * 1024 * 1024;

/** A picture is there at most 15 s after the call, and none while too many others are being taken. */
export function createAlarmPictureTaker({
  live,
  recordings,
  clock,
  logger,
}: {
  readonly live: LiveStreams;
  readonly recordings: Pick<RecordingReader, 'keyFrame'>;
  readonly clock: Clock;
  readonly logger: Logger;
}): AlarmPictureTaker {
  let taken = 0;

  async function recorded({ camera: { tenantId }, channelId, at }: PicturedAlarm) {
    for (const store of ['cloud', 'device'] as const) {
      const picture = await recordings.keyFrame({ tenantId, channelId, store }, at, at, at + 1);
      if (picture) return picture;
    }
    return null;
  }

  async function find(alarm: PicturedAlarm): Promise<Uint8Array | null> {
    const { camera, at } = alarm;
    if (clock.now() - at > liveForMs) return recorded(alarm);
    // What was recorded may not be on disk yet.
    return (await liveKeyFrame(live, camera, { at, timeoutMs, clock })) ?? recorded(alarm);
  }

  return async (alarm) => {
    if (taken >= maxTaken) return null;
    taken += 1;
    try {
      const bytes = await find(alarm);
      if (!bytes || bytes.length > maxBytes) return null;
      return { bytes, isEncrypted: readKeyTerms(bytes) !== null };
    } catch (error) {
      logger.error({ err: error, alarm: alarm.id }, 'no picture of an alarm');
      return null;
    } finally {
      taken -= 1;
    }
  };
}
