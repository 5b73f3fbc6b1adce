/**
 * A minimal player: host-link, and handlers that record their requests. Runs in a page that `protocol-pages.ts` serves;
 * the document contains the allowed origins, as in the real frame.
 */
import { type HostCallHandlers, type PlayerSnapshot, RequestError } from '../../lib/protocol/index.ts';
import { createHostLink, type HostLink } from '../../player-frame/session/host-link.ts';
import { openPortSession } from '../../player-frame/session/host-link-session.ts';

export interface FrameRecord {
  /** Every request that reached a handler. */
  readonly requests: { name: string; data: unknown }[];
  readonly tokens: string[];
  readonly aborted: string[];
  byes: number;
  readonly faults: string[];
  link: HostLink;
  /** Accepts a port that the test created. */
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

function write(name: string, data: unknown): void {
  record.requests.push({ name, data });
}

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
  /** Never answers, for time-outs and aborts. */
  openSound(data, signal) {
    write('openSound', data);
    signal.addEventListener('abort', () => record.aborted.push('openSound'));
    return new Promise(() => {});
  },
  /** Throws, as a defect of the player. */
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
  pause(data) {
    write('pause', data);
    link.emit('pause', {});
    link.emit('state', { ...snapshot, phase: 'playing', paused: true, rate, attempt: 1 });
  },
  resume(data) {
    write('resume', data);
    link.emit('resume', {});
  },
  seek(data) {
    write('seek', data);
    link.emit('seek', { at: 1_760_000_000_000 });
  },
  fast() {
    if (rate === 4) throw rateLimit;
    return setRate(rate * 2);
  },
  slow: () => setRate(rate / 2),
  setRate(data) {
    write('setRate', data);
    setRate(data.rate);
  },
  step: (data) => write('step', data),
  exportRecording(data) {
    write('exportRecording', data);
    const { begin, end } = data;
    link.emit('exportProgress', { begin, end, bytes: 3, percent: 100 });
    link.emit('selectRange', { begin, end });
    link.emit('share', { begin, end, recType: 'rec' });
    const blob = new Blob(['mp4']);
    return {
      files: [{ fileName: 'a.mp4', blob, bytes: 3, firstFrame: begin, lastFrame: end - 40 }],
      manifest: { fileName: 'a.json', blob },
    };
  },
  startTalk(data) {
    write('startTalk', data);
    const cameras = [{ deviceSerial: 'DEMO00001', channelNo: 1, state: 'receiving' }];
    link.emit('startTalk', { cameras });
    for (const address of data.cameras ?? []) {
      const [, , , deviceSerial = '', rest = '1'] = address.split('/');
      cameras.push({ deviceSerial, channelNo: Number.parseInt(rest, 10), state: 'receiving' });
    }
    link.emit('startTalk', { cameras });
  },
  stopTalk(data) {
    write('stopTalk', data);
    link.emit('stopTalk', {});
  },
  setTalk: (data) => write('setTalk', data),
  getAudioDevices: () => ({
    permission: 'granted',
    devices: [{ id: 'm1', label: 'Headset', kind: 'audioinput' }],
  }),
  queryVoices: () => ({ voices: [{ name: 'Leave', fileUrl: 'https://v/1', duration: 3 }], total: 1 }),
  sendVoice(data) {
    write('sendVoice', { ...data, ...(data.file ? { file: data.file.size } : {}) });
  },
  followClock: (data) => write('followClock', data),
  toLive: (data) => write('toLive', data),
  toRecorded(data) {
    write('toRecorded', data);
    link.emit('playbackEnd', { reason: 'reachRangeEnd', begin: data.at, end: data.at + 1_000 });
  },
  setRecType(data) {
    write('setRecType', data);
    link.emit('recTypeChange', data);
  },
  setVolume: (data) => write('setVolume', data),
  startSave(data) {
    write('startSave', data);
    link.emit('startSave', {});
  },
  stopSave(data) {
    write('stopSave', data);
    return { ...recording('film.mp4'), durationMs: 2_000, width: 640, height: 360, hasAudio: true };
  },
  capturePicture(data) {
    write('capturePicture', data);
    return { fileName: data.fileName ?? 'picture.jpeg', blob: jpeg(), width: 640, height: 360 };
  },
  enableZoom(data) {
    write('enableZoom', data);
    link.emit('enableZoom', { scale: data.scale ?? 1 });
    return data.scale ?? 1;
  },
  closeZoom: (data) => write('closeZoom', data),
  edit: (data) => write('edit', data),
  btnReRender: (data) => write('btnReRender', data),
  getControls: () => [{ iconId: 'play', width: 48, height: 48 }],
  fetchThemeData: () => ({ themeData }),
  setThemeData(data) {
    write('setThemeData', data);
    ({ themeData = themeData } = data);
    link.emit('setThemeData', { themeData });
  },
  setPoster: (data) => write('setPoster', data),
  setScaleMode: (data) => write('setScaleMode', data),
  setLanguage: (data) => write('setLanguage', data),
  setQuality: (data) => write('setQuality', data),
  fullScreen(data) {
    write('fullScreen', data);
    link.emit('fullScreen', data);
    link.emit('iframeFullScreen', { active: data.to === 'web' });
  },
  openPtz: (data) => write('openPtz', data),
  closePtz: (data) => write('closePtz', data),
  setSecretKey: (data) => write('setSecretKey', data),
  getStats: () => ({ fps: 25, engine: 'webcodecs' }),
  destroy(data) {
    write('destroy', data);
    return { engines: 1, recordings: 0, timers: 3, left: 0 };
  },
};

let rate = 1;
function setRate(target: number): number {
  rate = target;
  link.emit('rateChange', { rate });
  return rate;
}
const rateLimit = new RequestError({
  code: 'rate.max',
  message: '播放速度最大为4倍速度',
  source: 'player',
  retryable: false,
});

let themeData = '{"themeId":"pcLive","header":{"btnList":[]}}';

const recording = (fileName: string) => ({
  fileName,
  blob: new Blob(['film'.repeat(1_000)], { type: 'video/mp4' }),
});
/** The start and end markers of a JPEG. */
const jpeg = () => new Blob([Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)], { type: 'image/jpeg' });

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
