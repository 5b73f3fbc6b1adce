import { PlayerError } from '../player-error.ts';
import type {
  DestroyReceipt,
  Player,
  PlayerEvents,
  PlayerOptions,
  PlayerSnapshot,
  PlayerStats,
  SnapshotFile,
  Welcome,
} from '../types.ts';
import { Emitter } from './emitter.ts';
import { FLV } from './helpers/flv.ts';
import { HLS } from './helpers/hls.ts';
import type { PlainPlayer } from './helpers/plain-player.ts';
import { reasonText } from './messages.ts';

/** A player of the page: an iframe of the server, or a video element for a plain address. */
export type ShownPlayer = Pick<Player, UsedCall | 'ready' | 'state' | 'on' | 'once' | 'off' | 'destroy'> & {
  readonly iframe: HTMLElement;
};

/** Calls of the SDK that the facade makes. */
type UsedCall =
  | 'play'
  | 'stop'
  | 'changePlayUrl'
  | 'openSound'
  | 'closeSound'
  | 'setVolume'
  | 'pause'
  | 'resume'
  | 'seek'
  | 'fast'
  | 'slow'
  | 'exportRecording'
  | 'startSave'
  | 'stopSave'
  | 'capturePicture'
  | 'enableZoom'
  | 'closeZoom'
  | 'openPtz'
  | 'closePtz'
  | 'getOSDTime'
  | 'getStats'
  | 'autoResize'
  | 'setPoster'
  | 'setScaleMode'
  | 'setQuality'
  | 'fullScreen'
  | 'setSecretKey'
  | 'edit'
  | 'btnReRender'
  | 'fetchThemeData'
  | 'setThemeData'
  | 'startTalk'
  | 'stopTalk'
  | 'setTalk'
  | 'getAudioDevices'
  | 'queryVoices'
  | 'sendVoice';

const kinds = { m3u8: HLS, flv: FLV, ts: FLV } as const;

/** HLS, FLV and MPEG-TS addresses, which need neither server nor token of Oriel. */
const kindOf = (url: string): keyof typeof kinds | undefined => {
  if (!/^https?:/.test(url) || !URL.canParse(url)) return undefined;
  const [, extension] = /\.(m3u8|flv|ts)$/i.exec(new URL(url).pathname) ?? [];
  return extension?.toLowerCase() as keyof typeof kinds | undefined;
};

export const isPlainAddress = (url: unknown): boolean => typeof url === 'string' && kindOf(url) !== undefined;

const objectFit: Readonly<Record<string, string>> = { fit: 'contain', fill: 'cover', stretch: 'fill' };

/** Plays a plain address in a video element with the controls of the browser. What only a camera has is refused. */
export class PlainAddressPlayer implements ShownPlayer {
  readonly iframe = document.createElement('video');
  readonly ready: Promise<Welcome>;
  private plain: PlainPlayer | null = null;
  private url = '';
  private readonly options: PlayerOptions;
  private readonly events = new Emitter();

  constructor(container: Element, options: PlayerOptions) {
    this.options = options;
    const video = this.iframe;
    video.controls = true;
    video.playsInline = true;
    // Browsers refuse to start with audio before the first click or key press in the page.
    video.muted = !options.audio || !navigator.userActivation?.hasBeenActive;
    video.volume = (options.volume ?? 80) / 100;
    if (options.poster) video.poster = options.poster;
    Object.assign(video.style, { display: 'block', background: '#000' });
    video.style.objectFit = objectFit[options.scaleMode ?? 'fit'] ?? 'contain';
    for (const name of ['playing', 'pause', 'volumechange', 'emptied'])
      video.addEventListener(name, () => this.emit('state', this.state));
    video.addEventListener('playing', () => this.emit('handleSuccess', {}));
    container.append(video);
    this.ready = Promise.resolve().then(() => {
      const { state } = this;
      this.emit('state', state);
      return { v: 1, features: [], state };
    });
    if (options.url && options.autoplay !== false)
      this.play(options.url).catch(() => {
        /* Reported by handleError. */
      });
    else this.url = options.url ?? '';
  }

  get state(): PlayerSnapshot {
    const { muted, volume, paused, videoWidth: width, videoHeight: height } = this.iframe;
    const phase = this.plain?.isPlaying && !paused ? 'playing' : this.plain?.loading ? 'loading' : 'idle';
    const fullScreen = document.fullscreenElement === this.iframe;
    return { phase, muted, volume: Math.round(volume * 100), attempt: 1, width, height, fullScreen };
  }

  async play(url = this.url): Promise<void> {
    const kind = kindOf(url);
    if (!kind) throw this.refusal('changePlayUrl');
    if (url !== this.url || !this.plain) {
      this.plain?.destroy();
      this.url = url;
      this.plain = new kinds[kind](this.iframe, url, {
        autoplay: false,
        handleError: ({ msg }) =>
          this.emit('handleError', {
            code: 'network.unreachable',
            message: msg,
            source: 'player',
            retryable: true,
          }),
      });
    }
    await this.plain.play();
  }
  changePlayUrl(url: string): Promise<void> {
    return this.play(url);
  }
  async stop(): Promise<void> {
    this.plain?.stop();
    this.plain = null;
    this.emit('state', this.state);
  }
  async openSound(): Promise<void> {
    this.iframe.muted = false;
  }
  async closeSound(): Promise<void> {
    this.iframe.muted = true;
  }
  async setVolume(volume: number): Promise<void> {
    this.iframe.volume = volume / 100;
  }
  async setPoster(poster: string): Promise<void> {
    this.iframe.poster = poster;
  }
  async setScaleMode(mode: string): Promise<void> {
    this.iframe.style.objectFit = objectFit[mode] ?? 'contain';
  }
  async autoResize(): Promise<void> {
    /* The browser lays out the element. */
  }
  async fullScreen(to: string): Promise<void> {
    if (to === 'web') throw this.refusal('browserFullscreen');
    if (to === 'fullscreen') await this.iframe.requestFullscreen();
    else if (document.fullscreenElement === this.iframe) await document.exitFullscreen();
    this.emit('fullScreen', { to });
  }
  async capturePicture({
    fileName = `snapshot-${Date.now()}`,
    format = 'jpeg',
    download = false,
  }: {
    fileName?: string | undefined;
    format?: string | undefined;
    download?: boolean | undefined;
  } = {}): Promise<SnapshotFile> {
    const { videoWidth: width, videoHeight: height } = this.iframe;
    if (width === 0) throw this.failure('player.notPlaying', 'capturePicture: nothing is playing');
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    canvas.getContext('2d')?.drawImage(this.iframe, 0, 0);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, `image/${format}`));
    if (!blob) throw this.failure('bad-args', `capturePicture: ${format}`);
    const file = { fileName: `${fileName}.${format}`, blob, width, height };
    if (download) save(file);
    return file;
  }
  async getStats(): Promise<PlayerStats> {
    const { videoWidth: width, videoHeight: height } = this.iframe;
    return { engine: kindOf(this.url) === 'flv' ? 'flv' : 'hls', width, height };
  }
  async destroy(): Promise<DestroyReceipt> {
    const listeners = this.events.listenerCount();
    this.events.removeAllListeners();
    this.plain?.destroy();
    this.plain = null;
    this.iframe.remove();
    return { listeners, calls: 0 };
  }

  readonly pause = this.refuse('pause');
  readonly resume = this.refuse('resume');
  readonly seek = this.refuse('seek');
  readonly fast = this.refuse('fast');
  readonly slow = this.refuse('slow');
  readonly exportRecording = this.refuse('exportRecording');
  readonly startSave = this.refuse('startSave');
  readonly stopSave = this.refuse('stopSave');
  readonly enableZoom = this.refuse('enableZoom');
  readonly closeZoom = this.refuse('closeZoom');
  readonly openPtz = this.refuse('openPtz');
  readonly closePtz = this.refuse('closePtz');
  readonly getOSDTime = this.refuse('getOSDTime');
  readonly setQuality = this.refuse('changeVideoLevel');
  readonly setSecretKey = this.refuse('setSecretKey');
  readonly edit = this.refuse('edit');
  readonly btnReRender = this.refuse('btnReRender');
  readonly fetchThemeData = this.refuse('fetchThemeData');
  readonly setThemeData = this.refuse('setThemeData');
  readonly startTalk = this.refuse('startTalk');
  readonly stopTalk = this.refuse('stopTalk');
  readonly setTalk = this.refuse('setProfile');
  readonly getAudioDevices = this.refuse('getMicrophonesList');
  readonly queryVoices = this.refuse('queryVoiceList');
  readonly sendVoice = this.refuse('sendVoice');

  on<Name extends keyof PlayerEvents>(name: Name, listener: (data: PlayerEvents[Name]) => void) {
    this.events.on(name, listener);
    return () => this.off(name, listener);
  }
  once<Name extends keyof PlayerEvents>(name: Name, listener: (data: PlayerEvents[Name]) => void) {
    this.events.once(name, listener);
    return () => this.off(name, listener);
  }
  off<Name extends keyof PlayerEvents>(name: Name, listener: (data: PlayerEvents[Name]) => void): void {
    this.events.off(name, listener);
  }

  private emit<Name extends keyof PlayerEvents>(name: Name, data: PlayerEvents[Name]): void {
    this.events.emit(name, data);
  }

  private refuse(name: string): () => Promise<never> {
    return () => Promise.reject(this.refusal(name));
  }
  private refusal(name: string): PlayerError {
    return this.failure('unsupported', `${name}: ${reasonText('plain', this.options.language)}`);
  }
  private failure(code: string, message: string): PlayerError {
    return new PlayerError({ code, message, source: 'player', retryable: false });
  }
}

function save({ fileName, blob }: SnapshotFile): void {
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
