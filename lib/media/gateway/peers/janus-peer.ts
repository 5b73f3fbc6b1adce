/**
 * The server's end of a WebRTC connection in a Janus: its NoSIP plugin turns the browser's offer into plain RTP with Opus,
 * which comes to a port of ours.
 */
import { z } from 'zod';
import { AppError } from '../../../kernel/app-error.ts';
import type { Cancel, Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { OpusPacket, TalkPeer, TrickledCandidate } from '../../talk-ports.ts';
import { answerToWhole, audioOfOffer, parseBareOffer, writeBareAnswer } from './bare-sdp.ts';
import { connectWithinMs, silentAfterMs } from './embedded-peer.ts';
import type { JanusConnection, JanusHandle } from './janus-connection.ts';
import { createListeners } from './listeners.ts';
import { openPlainRtp, type PlainRtp } from './plain-rtp.ts';
import { reverse } from './sdp-answer.ts';
import { parseOffer } from './sdp-offer.ts';

const noSip = 'janus.plugin.nosip';
const generated = z.object({ result: z.object({ event: z.literal('generated'), sdp: z.string() }) });
const watchEveryMs: Ms = 1_000;

export interface JanusPeerParts {
  readonly connection: JanusConnection;
  /** Of this server, for Janus. */
  readonly rtpAddress: string;
  readonly clock: Clock;
  /** Called once, by the first `close`. */
  closed(peer: TalkPeer): void;
}

/** Rejects with `peer.failed`. */
export async function openJanusPeer({
  connection,
  rtpAddress,
  clock,
  closed,
}: JanusPeerParts): Promise<TalkPeer> {
  const packets = createListeners<OpusPacket>();
  const candidates = createListeners<TrickledCandidate>();
  const states = createListeners<Parameters<Parameters<TalkPeer['onState']>[0]>[0]>();
  let isUp = false;
  let isDown = false;
  let closing: Promise<void> | null = null;
  let stopWatch: Cancel | null = null;
  let lastPacketAt = 0;

  const handle: JanusHandle = await connection.attach(noSip, {
    up() {
      if (isUp || isDown) return;
      isUp = true;
      lastPacketAt = clock.monotonic();
      states.emit({ state: 'up' });
    },
    down,
    candidate({ candidate, sdpMid, sdpMLineIndex }) {
      candidates.emit(candidate === undefined ? { completed: true } : { candidate, sdpMid, sdpMLineIndex });
    },
  });
  const rtp: PlainRtp = await openPlainRtp(rtpAddress, (packet) => {
    lastPacketAt = clock.monotonic();
    packets.emit(packet);
  }).catch((cause) => {
    handle.detach();
    throw new AppError('peer.failed', `No UDP port could be opened on ${rtpAddress}`, {}, { cause });
  });

  function down(reason: string): void {
    if (isDown) return;
    isDown = true;
    stopWatch?.();
    states.emit({ state: 'down', reason });
  }

  /** Browsers send packets all the time, silent ones if the microphone is off. */
  function watch(startedAt: Ms, sends: boolean): void {
    const now = clock.monotonic();
    if (isUp && sends && now - lastPacketAt > silentAfterMs) down('The browser has sent nothing for 15 s');
    if (!isUp && now - startedAt > connectWithinMs) {
      down('Janus has not connected with the browser: there is no network path between them');
    }
  }

  const peer: TalkPeer = {
    async answer(sdp) {
      const offer = parseOffer(sdp);
      const plain = await handle.request(
        { request: 'generate' },
        { type: 'offer', sdp: audioOfOffer(sdp, offer) },
      );
      const parsed = generated.safeParse(plain.data);
      const bare = parsed.success ? parseBareOffer(parsed.data.result.sdp) : null;
      if (!bare) throw new AppError('peer.failed', 'Janus has made no plain offer with audio');
      rtp.connect({ address: bare.address, port: bare.port, payloadType: offer.opusPayloadType });
      const ours = { address: rtpAddress, port: rtp.port, payloadType: offer.opusPayloadType };
      const answer = writeBareAnswer(bare, { ...ours, direction: reverse[offer.direction] });
      const { jsep } = await handle.request({ request: 'process', type: 'answer', sdp: answer });
      if (!jsep) throw new AppError('peer.failed', 'Janus has made no answer for the browser');
      const startedAt = clock.monotonic();
      if (!isDown) {
        stopWatch = clock.every(watchEveryMs, () => watch(startedAt, offer.direction !== 'recvonly'));
      }
      return answerToWhole(jsep.sdp, offer);
    },
    addCandidate: (candidate) => handle.trickle(candidate),
    onCandidate: candidates.add,
    onPacket: packets.add,
    onState: states.add,
    send(packet) {
      if (isUp && !isDown) rtp.send(packet);
    },
    lossSinceLastCall: rtp.lossSinceLastCall,
    close() {
      if (closing === null) {
        isDown = true;
        stopWatch?.();
        handle.detach();
        for (const listeners of [packets, candidates, states]) listeners.clear();
        closing = rtp.close();
        closed(peer);
      }
      return closing;
    },
  };
  return peer;
}
