/** Modes of a record plan. Without zod, so that the console does not load it. */

/** `schedule`: in the spans of `days`. `alarm`: around alarms only. */
export const recordModes = ['always', 'schedule', 'alarm'] as const;
export type RecordMode = (typeof recordModes)[number];

export const defaultPostRecordSec = 30;

export const recordModeOf = ({ mode }: { readonly mode?: RecordMode | undefined }): RecordMode =>
  mode ?? 'schedule';
