/**
 * A page that talks to a `TalkPeer` in a real browser: its microphone one way, a tone of the test the other way. The test
 * carries the messages of the signalling between the two.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import type { IceServer, OpusPacket, TalkPeer, TrickledCandidate } from '../../lib/media/talk-ports.ts';
import { eventually } from './host-page.ts';
import { decodeOpus, encodeTone, type MeasuredTone, measureTone, packetSamples } from './opus-tone.ts';

/** A browser with one page, controlled by expressions. */
export interface TalkBrowser {
  evaluate<Value>(expression: string): Promise<Value>;
}

/** Serves an empty page on localhost, where microphones are allowed. */
export async function startTalkSite(host = '127.0.0.1'): Promise<{ url: string; close(): void }> {
  const server: Server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>talk</title><script>${pageScript}</script>`);
  });
  await new Promise<void>((done) => server.listen(0, host, done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The same page without a server, for a browser in another network. */
export async function showTalkPage(page: Page): Promise<void> {
  await page.route('http://localhost/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<script>${pageScript}</script>` }),
  );
  await page.goto('http://localhost/');
}

const pageScript = `
  window.talk = {
    candidates: [],
    async offer({ iceServers, relayOnly, extra }) {
      const microphone = await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
      });
      const connection = new RTCPeerConnection({ iceServers, iceTransportPolicy: relayOnly ? 'relay' : 'all' });
      this.connection = connection;
      this.microphone = microphone;
      connection.onicecandidate = ({ candidate }) =>
        this.candidates.push(candidate ? candidate.toJSON() : { completed: true });
      connection.ontrack = ({ track }) => this.hear(new MediaStream([track]));
      connection.addTrack(microphone.getTracks()[0], microphone);
      if (extra) {
        connection.addTransceiver('audio');
        connection.addTransceiver('video');
        connection.createDataChannel('data');
      }
      await connection.setLocalDescription();
      return connection.localDescription.sdp;
    },
    async answer(sdp) {
      await this.connection.setRemoteDescription({ type: 'answer', sdp });
    },
    async addCandidate(candidate) {
      await this.connection.addIceCandidate(candidate);
    },
    takeCandidates() {
      return this.candidates.splice(0);
    },
    hear(stream) {
      // Chromium passes remote audio on only while an element plays it.
      this.element = new Audio();
      this.element.srcObject = stream;
      this.element.play();
      this.context = new AudioContext();
      this.analyser = this.context.createAnalyser();
      this.analyser.fftSize = 32768;
      this.context.createMediaStreamSource(stream).connect(this.analyser);
    },
    heard() {
      if (!this.analyser) return null;
      const samples = new Float32Array(this.analyser.fftSize);
      this.analyser.getFloatTimeDomainData(samples);
      return { rate: this.context.sampleRate, samples: Array.from(samples, (value) => Math.round(value * 32767)) };
    },
    async path() {
      const stats = [...(await this.connection.getStats()).values()];
      const transport = stats.find((one) => one.selectedCandidatePairId);
      const pair = stats.find((one) => one.id === transport?.selectedCandidatePairId || one.selected);
      const local = stats.find((one) => one.id === pair?.localCandidateId);
      return local ? { type: local.candidateType, relay: local.relayProtocol ?? null } : null;
    },
    async packets() {
      const stats = [...(await this.connection.getStats()).values()];
      return stats.find((one) => one.type === 'inbound-rtp')?.packetsReceived ?? 0;
    },
    async reported() {
      const stats = [...(await this.connection.getStats()).values()];
      return stats.find((one) => one.type === 'remote-inbound-rtp')?.packetsLost ?? null;
    },
    close() {
      this.microphone?.getTracks().forEach((track) => track.stop());
      this.connection?.close();
      this.context?.close();
    },
  };
`;

export interface TalkOptions {
  readonly iceServers?: readonly IceServer[];
  readonly relayOnly?: boolean;
  /** Offers a second audio section, a video section and a data channel too. */
  readonly extra?: boolean;
}

/** One call between the page and a peer. Ends with `close`. */
export class PageCall {
  readonly received: OpusPacket[] = [];
  readonly states: ({ state: 'up' } | { state: 'down'; reason: string })[] = [];
  /** Of the last `connect`. */
  sdp = { offer: '', answer: '' };
  private sender: ReturnType<typeof setInterval> | null = null;
  private readonly trickler: ReturnType<typeof setInterval>;

  constructor(
    private readonly browser: TalkBrowser,
    private readonly peer: TalkPeer,
  ) {
    peer.onPacket((packet) => this.received.push(packet));
    peer.onState((state) => this.states.push(state));
    peer.onCandidate((candidate) => {
      if ('candidate' in candidate) void this.run(`talk.addCandidate(${JSON.stringify(candidate)})`);
    });
    this.trickler = setInterval(() => void this.trickle().catch(() => {}), 200);
  }

  async connect(options: TalkOptions = {}): Promise<void> {
    const { iceServers = [], relayOnly = false, extra = false } = options;
    const offer = await this.run<string>(`talk.offer(${JSON.stringify({ iceServers, relayOnly, extra })})`);
    const answer = await this.peer.answer(offer);
    this.sdp = { offer, answer };
    await this.run(`talk.answer(${JSON.stringify(answer)})`);
  }

  /** Resolves when the peer is up; rejects with its reason if it goes down. */
  async up(): Promise<void> {
    const state = await eventually('the call', async () => this.states.at(-1) ?? null, 40_000);
    if (state.state === 'down') throw new Error(state.reason);
  }

  /** Sends a tone of whole periods in 2 s to the page, a packet each 20 ms, until the end. */
  sendTone(hz: number, level: number): void {
    const payloads = encodeTone(hz, level, 2_000);
    let index = 0;
    const startedAt = performance.now();
    this.sender = setInterval(() => {
      // All that are due: timers of a busy machine come late.
      for (; index * 20 <= performance.now() - startedAt; index += 1) {
        const data = payloads[index % payloads.length]!;
        const sequence = (65_000 + index) % 65_536;
        this.peer.send({ data, sequence, timestamp: (index * packetSamples) % 2 ** 32 });
      }
    }, 20);
  }

  /** The tone in the last second of the browser's microphone. */
  toneOfPage(): MeasuredTone {
    const second = decodeOpus(this.received.slice(-70).map(({ data }) => data));
    return measureTone(second.subarray(-48_000));
  }

  /** The tone that the page hears. */
  async toneInPage(): Promise<MeasuredTone> {
    const heard = await this.run<{ rate: number; samples: number[] } | null>('talk.heard()');
    return heard === null ? { hz: 0, level: 0 } : measureTone(Int16Array.from(heard.samples), heard.rate);
  }

  path(): Promise<{ type: string; relay: string | null } | null> {
    return this.run('talk.path()');
  }

  /** Packets that the page has received. */
  packetsInPage(): Promise<number> {
    return this.run('talk.packets()');
  }

  /** Packets of the page that the server has reported as lost; null before its first report. */
  reportedLoss(): Promise<number | null> {
    return this.run('talk.reported()');
  }

  async close(): Promise<void> {
    clearInterval(this.trickler);
    if (this.sender) clearInterval(this.sender);
    await this.run('talk.close()').catch(() => {});
    await this.peer.close();
  }

  private async trickle(): Promise<void> {
    for (const candidate of await this.run<TrickledCandidate[]>('talk.takeCandidates()')) {
      this.peer.addCandidate(candidate);
    }
  }

  private run<Value>(expression: string): Promise<Value> {
    return this.browser.evaluate<Value>(expression);
  }
}
