/** What a plugin and the gateway know of each other. The gateway knows nothing of media. */
import type { TalkAdmission, TrickledCandidate } from '../talk-ports.ts';
import type { GatewayError } from './errors.ts';

/** A session description as browsers write it. */
export interface Jsep {
  readonly type: string;
  readonly sdp: string;
}

/** Why the connection of a handle ends: `code` is API, absent if the client ended it; `message` is for people. */
export interface HandleEnd {
  readonly code?: string;
  readonly message: string;
}

/** The client's side of a handle: each call becomes an event. Ignored after the handle has gone. */
export interface HandleEvents {
  /** `transaction`: of the message that this answers. */
  event(data: object, answering?: { transaction: string; jsep?: Jsep }): void;
  webrtcUp(): void;
  /** Audio of the client arrives, or does no longer. */
  media(isReceiving: boolean): void;
  /** Packets of the client were lost. */
  slowLink(lost: number): void;
  trickle(candidate: TrickledCandidate): void;
  hangup(reason: string): void;
}

/** One attachment of a client to a plugin. */
export interface PluginHandle {
  /** Responds with events. An error is answered at once instead of the acknowledgement. */
  message(
    body: Readonly<Record<string, unknown>>,
    jsep: Jsep | null,
    transaction: string,
  ): GatewayError | null;
  trickle(candidates: readonly TrickledCandidate[]): GatewayError | null;
  /** Ends the connection, if there is one, and reports it to the client. */
  hangup(end: HandleEnd): void;
  /** Ends everything without events. Resolves when nothing is left; never rejects. Safe to call twice. */
  close(): Promise<void>;
}

export interface Plugin {
  readonly name: string;
  attach(admission: TalkAdmission, events: HandleEvents): PluginHandle;
}
