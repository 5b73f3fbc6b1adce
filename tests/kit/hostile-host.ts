/**
 * Runs in the host page: speaks the protocol without the SDK, so that its messages are not validated before they are
 * sent.
 */

import { createHostileHost } from './hostile-options.ts';
import type { AttackResult, HostileWindow } from './hostile-page.ts';

interface Envelope {
  readonly k: number;
  readonly i: number;
  readonly t: string;
  readonly d?: { readonly code?: string; readonly fileName?: string };
}

/** Maximum number of pending calls; the frame answers `busy` from 256 on. */
const maxConcurrent = 64;
/** Calls that would end a running playback. */
const endings = ['start'];

export function openHostileHost(options: {
  readonly origin: string;
  readonly seed: number;
  readonly beacon: string;
  readonly run: string;
}): HostileWindow['host'] {
  const next = createHostileHost(options.seed, options.beacon, options.run);
  const open = new Map<number, (answer: Envelope) => void>();
  let port: MessagePort;
  let lastId = 0;
  let state: unknown = null;

  const iframe = document.createElement('iframe');
  iframe.allow = 'autoplay; fullscreen';
  Object.assign(iframe.style, { width: '100vw', height: '100vh', border: '0', display: 'block' });
  const ready = new Promise<void>((done) => {
    addEventListener('message', ({ source, data }) => {
      if (source !== iframe.contentWindow || data?.oriel !== 'hello' || port) return;
      const channel = new MessageChannel();
      port = channel.port1;
      port.onmessage = ({ data: message }: MessageEvent<Envelope>) => {
        const { k, i, t, d } = message;
        if (k === 0) port.postMessage({ k: 1, i, t, d: 'token' });
        else if (k === 1 && i === 0) done();
        else if (k === 1 || k === 2) open.get(i)?.(message);
        else if (k === 3 && t === 'state') state = d;
      };
      iframe.contentWindow!.postMessage({ oriel: 'port', v: 1, n: data.n }, '*', [channel.port2]);
    });
  });
  iframe.src = `${options.origin}/player/simple/app`;
  document.getElementById('box')!.replaceChildren(iframe);

  function request(t: string, d: unknown): Promise<Envelope> {
    lastId += 1;
    const i = lastId;
    return new Promise((done) => {
      open.set(i, (answer) => {
        open.delete(i);
        done(answer);
      });
      port.postMessage({ k: 0, i, t, d });
    });
  }

  async function attack(count: number, mode: 'idle' | 'playing'): Promise<AttackResult> {
    const codes: Record<string, number> = {};
    const fileNames: string[] = [];
    let answered = 0;
    const waiting = new Set<Promise<void>>();
    for (let sent = 0; sent < count; sent += 1) {
      let call = next();
      while (mode === 'playing' && endings.includes(call.name)) call = next();
      const job = request(call.name, call.data).then(({ k, d }) => {
        answered += 1;
        const code = k === 1 ? 'ok' : (d?.code ?? 'none');
        codes[code] = (codes[code] ?? 0) + 1;
        if (k === 1 && typeof d?.fileName === 'string') fileNames.push(d.fileName);
        waiting.delete(job);
      });
      waiting.add(job);
      if (waiting.size >= maxConcurrent) await Promise.race(waiting);
    }
    await Promise.all(waiting);
    return { sent: count, answered, codes, fileNames };
  }

  return {
    ready,
    get state() {
      return state;
    },
    attack,
    request,
  };
}
