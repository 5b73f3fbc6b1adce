/** Peers in another process, started with `talk-peer-process.ts`: one call after the other. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { OpusPacket, TalkPeer } from '../../lib/media/talk-ports.ts';

type State = Parameters<Parameters<TalkPeer['onState']>[0]>[0];
interface SentPacket {
  readonly data: string;
  readonly sequence: number;
  readonly timestamp: number;
}
export type PeerOrder =
  | { readonly kind: 'answer'; readonly call: number; readonly offer: string }
  | ({ readonly kind: 'send' } & SentPacket);
export type PeerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly sdp: string }
  | { readonly kind: 'state'; readonly call: number; readonly state: State }
  | ({ readonly kind: 'packet'; readonly call: number } & SentPacket);

const program = join(import.meta.dirname, 'talk-peer-process.ts');

export interface RemotePeers {
  /** A new peer; the one before must be closed. */
  open(): TalkPeer;
  stop(): Promise<void>;
}

/** `node`: a wrapper of Node. Rejects if the program does not start within 30 s. */
export async function startRemotePeers(node: string): Promise<RemotePeers> {
  const child: ChildProcess = spawn(node, ['--import', 'tsx', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const packets = new Set<(packet: OpusPacket) => void>();
  const states = new Set<(state: State) => void>();
  /** Of the peer that is in use: messages of earlier ones come late. */
  let call = 0;
  let answered: (sdp: string) => void = () => {};
  const order = (message: PeerOrder) => child.send(message);
  await once(child, 'message', { signal: AbortSignal.timeout(30_000) });
  child.on('message', (message: PeerMessage) => {
    if (message.kind === 'answer') answered(message.sdp);
    if ('call' in message && message.call !== call) return;
    if (message.kind === 'state') for (const listener of states) listener(message.state);
    if (message.kind === 'packet') {
      const packet = { ...message, data: Buffer.from(message.data, 'base64') };
      for (const listener of packets) listener(packet);
    }
  });
  const peer: TalkPeer = {
    answer(offer) {
      const answer = new Promise<string>((done) => {
        answered = done;
      });
      order({ kind: 'answer', call, offer });
      return answer;
    },
    addCandidate() {},
    onCandidate: () => () => {},
    onPacket(listener) {
      packets.add(listener);
      return () => packets.delete(listener);
    },
    onState(listener) {
      states.add(listener);
      return () => states.delete(listener);
    },
    send({ data, sequence, timestamp }) {
      order({ kind: 'send', data: Buffer.from(data).toString('base64'), sequence, timestamp });
    },
    lossSinceLastCall: () => 0,
    async close() {
      packets.clear();
      states.clear();
    },
  };
  return {
    open() {
      call += 1;
      return peer;
    },
    async stop() {
      if (child.exitCode !== null) return;
      const exit = once(child, 'exit');
      child.disconnect();
      await exit;
    },
  };
}
