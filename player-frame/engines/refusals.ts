/** Why an engine rejects a call. Apart from `failures.ts`, so that the first picture does not wait for them. */
import type { EngineFailure } from './engine.ts';

const refusal = (kind: EngineFailure['kind'], code: string, message: string): EngineFailure => ({
  kind,
  code,
  message,
});

export const noFrame = refusal('media', 'media.noPicture', 'there is no picture yet');
export const snapshotFailed = refusal('media', 'media.snapshot', 'the picture could not be encoded');
export const cannotRecord = (why: string): EngineFailure => refusal('other', 'record.unavailable', why);
export const nothingRecorded = refusal('media', 'record.empty', 'nothing came while it was recorded');
export const notConnected = refusal('network', 'network.closed', 'the stream to record could not be opened');
