/**
 * The smallest player there can be: host-link, and handlers that write down what they were asked. Runs in a page
 * that `protocol-pages.ts` serves; the allowed origins are in the document, as in the real frame.
 */
import { type HostCallHandlers, type PlayerSnapshot, RequestError } from '../../lib/protocol/index.ts';
import { createHostLink, type HostLink } from '../../player-frame/session/host-link.ts';
import { openPortSession } from '../../player-frame/session/host-link-session.ts';

export interface FrameRecord {
  /** Every request that reached a handler, by name. */
  readonly requests: { name: string; data: unknown }[];
  readonly tokens: string[];
  readonly aborted: string[];
  byes: number;
  readonly faults: string[];
  link: HostLink;
  /** Serves a port that the test made itself. */
  openPortSession(port: MessagePort): void;
}

declare global {
  interface Window {
    record: FrameRecord;
  }
}

const snapshot: PlayerSnapshot = { phase: 'idle', muted: true, attempt: 0 };
const boot = JSON.parse(document.querySelector('#boot')!.textContent) as { origins: string[] };

const record: Omit<FrameRecord, 'link' | 'openPortSession'> = {
  requests: [],
  tokens: [],
  aborted: [],
  byes: 0,
  faults: [],
};
addEventListener('error', (event) => record.faults.push(event.message));
addEventListener('unhandledrejection', (event) => record.faults.push(String(event.reason)));

const write = (name: string, data: unknown) => record.requests.push({ name, data });

const onRequest: Partial<HostCallHandlers> = {
  async start(data) {
    write('start', data);
    record.tokens.push(await link.request('token', { reason: 'start' }));
  },
  async play(data) {
    write('play', data);
    link.emit('state', { ...snapshot, phase: 'playing', attempt: 1 });
    link.emit('handleSuccess', {});
  },
  stop(data) {
    write('stop', data);
    throw new RequestError({
      code: 'state.notPlaying',
      message: '当前非播放状态',
      source: 'player',
      retryable: false,
      detail: { description: 'nothing plays', retryInMs: 5 },
    });
  },
  /** Never answers: for time-outs and aborts. */
  openSound(data, signal) {
    write('openSound', data);
    signal.addEventListener('abort', () => record.aborted.push('openSound'));
    return new Promise(() => {});
  },
  /** A fault of the player. */
  closeSound(data) {
    write('closeSound', data);
    throw new TypeError('the secret is 42');
  },
  getOSDTime() {
    return 1_760_000_000_000; // 2025-10-09T08:53:20Z
  },
  changePlayUrl(data) {
    write('changePlayUrl', data);
  },
  autoResize(data) {
    write('autoResize', data);
  },
};

const link = createHostLink({
  window,
  allowedOrigins: boot.origins,
  features: ['test'],
  snapshot: () => snapshot,
  onRequest,
  onBye: () => {
    record.byes += 1;
  },
});
const welcome = { v: 1, features: [], state: snapshot };
window.record = Object.assign(record, {
  link,
  openPortSession: (port: MessagePort) => void openPortSession(port, welcome, onRequest, () => {}),
});
