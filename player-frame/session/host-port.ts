import type { FrameEventData, FrameEventName, TokenReason } from '../../lib/protocol/index.ts';

/** The part of the host link used by the session. */
export interface HostPort {
  requestToken(reason: TokenReason, signal: AbortSignal): Promise<string>;
  notify<Name extends Exclude<FrameEventName, 'welcome'>>(name: Name, data: FrameEventData<Name>): void;
}
