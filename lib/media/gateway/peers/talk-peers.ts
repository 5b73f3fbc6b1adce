import type { OpenTalkPeer } from '../../talk-ports.ts';

/** The server's ends of WebRTC connections, of one kind. */
export interface TalkPeers {
  readonly open: OpenTalkPeer;
  /** Ends all peers. Safe to call twice. Never rejects. */
  close(): Promise<void>;
}
