/**
 * The host protocol: types inferred from the schemas, and constants. No zod at run time; the schemas are in
 * `schemas.ts`.
 */
import type * as z from 'zod/mini';
import type { frameCalls, hostCalls } from './calls.ts';
import type { frameEvents } from './events.ts';
import type { playerFailure } from './failure.ts';
import type { recordingFile, snapshotFile } from './files.ts';
import type { playerPhase, playerSnapshot } from './snapshot.ts';
import type { playerStats } from './stats.ts';
import type { hello, port } from './window-messages.ts';

export { limits, protocolVersions } from './limits.ts';
export { RequestError } from './request-error.ts';

export type Hello = z.infer<typeof hello>;
export type PortMessage = z.infer<typeof port>;

export type PlayerFailure = z.infer<typeof playerFailure>;
export type PlayerPhase = z.infer<typeof playerPhase>;
export type PlayerSnapshot = z.infer<typeof playerSnapshot>;
export type PlayerStats = z.infer<typeof playerStats>;
export type SnapshotFile = z.infer<typeof snapshotFile>;
export type RecordingFile = z.infer<typeof recordingFile>;

type Data<Calls, Name extends keyof Calls> = Calls[Name] extends { data: infer Schema extends z.ZodMiniType }
  ? z.infer<Schema>
  : never;
type Result<Calls, Name extends keyof Calls> = Calls[Name] extends { result: infer Schema }
  ? Schema extends z.ZodMiniType
    ? z.infer<Schema>
    : undefined
  : never;

/** Requests of the host: `play`, `stop`, … */
export type HostCallName = keyof typeof hostCalls;
export type HostCallData<Name extends HostCallName> = Data<typeof hostCalls, Name>;
export type HostCallResult<Name extends HostCallName> = Result<typeof hostCalls, Name>;

/** Requests of the frame: `token`. */
export type FrameCallName = keyof typeof frameCalls;
export type FrameCallData<Name extends FrameCallName> = Data<typeof frameCalls, Name>;
export type FrameCallResult<Name extends FrameCallName> = Result<typeof frameCalls, Name>;
export type TokenReason = FrameCallData<'token'>['reason'];

/** Events of the frame: `state`, `handleError`, … */
export type FrameEventName = keyof typeof frameEvents;
export type FrameEventData<Name extends FrameEventName> = z.infer<(typeof frameEvents)[Name]>;

/** One function per request, run in the frame. Throw `RequestError` to reject with a typed error. */
export type HostCallHandlers = {
  readonly [Name in Exclude<HostCallName, 'welcome'>]: (
    data: HostCallData<Name>,
    /** Aborted if the host cancels, times out or disconnects. Passed to handlers that declare it. */
    signal: AbortSignal,
  ) => HostCallResult<Name> extends undefined
    ? void | Promise<void>
    : HostCallResult<Name> | Promise<HostCallResult<Name>>;
};
export type Welcome = HostCallResult<'welcome'>;
