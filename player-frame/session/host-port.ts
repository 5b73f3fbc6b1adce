import type { FrameEventData, FrameEventName, TokenReason } from '../../lib/protocol/index.ts';

/** What the session needs of the host page, however it is reached. */
export interface HostPort {
  requestToken(reason: TokenReason, signal: AbortSignal): Promise<string>;
  notify<Name extends Exclude<FrameEventName, 'welcome'>>(name: Name, data: FrameEventData<Name>): void;
}
