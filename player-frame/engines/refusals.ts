/** Rejections of engine calls. Separate from `failures.ts`, to keep them out of the boot script. */
import type { EngineFailure } from './engine.ts';

const refusal = (kind: EngineFailure['kind'], code: string, message: string): EngineFailure => ({
  kind,
  code,
  message,
});

export const noFrame = refusal('media', 'media.noFrame', 'no frame has been shown yet');
export const snapshotFailed = refusal('media', 'media.snapshot', 'the snapshot could not be encoded');
export const cannotRecord = (why: string): EngineFailure => refusal('other', 'record.unavailable', why);
export const noMoreFrames = refusal('other', 'step.none', '');
export const seekReplaced = refusal('other', 'aborted', 'another seek followed, or the recording ended');
export const nothingRecorded = refusal('media', 'record.empty', 'nothing came while it was recorded');
