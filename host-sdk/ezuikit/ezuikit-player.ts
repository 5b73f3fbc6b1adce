import { themeForTemplate } from '../../lib/contracts/theme/template.ts';
import { PlayerError } from '../player-error.ts';
import type { ExportedFiles, Player, PlayerOptions, ScaleMode, Theme } from '../types.ts';
import { version } from '../version.ts';
import { CallPromise } from './call-promise.ts';
import { PlayerCore } from './core.ts';
import { debounce } from './debounce.ts';
import type { Emitter, Listener } from './emitter.ts';
import { orientationAngle } from './forward-events.ts';
import { resizeFrame } from './frame-size.ts';
import { setLoggerOptions } from './logger.ts';
import { EVENTS, LOCALES, TEMPLATES } from './names.ts';
import { capturedPicture } from './payloads.ts';
import { PlainAddressPlayer } from './plain-address-player.ts';
import { isNo, knownTemplate, scaleModeOf, volumeOf } from './settings.ts';
import { changedAddress, parseStreamAddress, type StreamAddress } from './stream-address.ts';
import * as talk from './talk.ts';
import type {
  CapturedPicture,
  EZUIKitPlayerOptions,
  LoggerOptions,
  VideoLevel,
  VoiceFile,
  VoiceQuery,
} from './types.ts';
import { unsupportedClass, unsupportedMethods } from './unsupported.ts';

/** Calls that start playback within this time are combined; the last one counts. */
const burstMs = 500;
const maxNameChars = 64;

/** Classes of EZUIKit that are not supported. */
export const Core = unsupportedClass('Core');
export const EZUIKitHD = unsupportedClass('EZUIKitHD');
export const EZWebRtc = unsupportedClass('EZWebRtc');

/** The class of EZUIKit 7 and 9, built on the SDK player. Start reading at core.ts. */
export class EZUIKitPlayer {
  static readonly EVENTS = EVENTS;
  static readonly LOCALES = LOCALES;
  static readonly TEMPLATES = TEMPLATES;
  static readonly version = version;
  static readonly Core = Core;
  static readonly EZUIKitHD = EZUIKitHD;
  static readonly EZWebRtc = EZWebRtc;
  /** For compatibility only: nothing needs to be loaded before the first player. */
  static preInit = (): Promise<void> => Promise.resolve();

  /** Vue must not wrap it in a proxy: a reactive copy of a player is of no use. */
  protected readonly __v_skip = true;
  readonly eventEmitter: Emitter;
  readonly Theme: { changeTheme(theme: unknown): Promise<unknown> };
  /** The options passed to the constructor. */
  readonly opt: EZUIKitPlayerOptions;
  private readonly core: PlayerCore;
  private readonly starting = debounce((url: string | null) => this.startNow(url), burstMs);
  private readonly resuming = debounce((time: string | undefined) => this.resumeNow(time), burstMs);
  private address: string;
  /** What the calls of a burst want to play together; null: no burst, or the same address. */
  private wanted: string | null = null;
  private isLeaving = false;
  private firstTheme: Theme | null = null;

  constructor(options: EZUIKitPlayerOptions) {
    this.core = new PlayerCore(options, this);
    const { given } = this.core.settings;
    this.opt = given;
    this.eventEmitter = this.core.emitter;
    this.Theme = { changeTheme: (theme) => this.changeTheme(theme) };
    this.address = this.core.settings.options.url ?? '';
    this.core.player?.once('setThemeData', ({ themeData }) => {
      this.firstTheme = themeData;
    });
  }

  /** The player of the SDK. Null: it shows a plain address, or could not be created. */
  static sdkPlayer({ core: { player } }: EZUIKitPlayer): Player | null {
    return player && !(player instanceof PlainAddressPlayer) ? (player as Player) : null;
  }

  static {
    for (const name of Object.keys(unsupportedMethods))
      Object.defineProperty(EZUIKitPlayer.prototype, name, {
        value(this: EZUIKitPlayer) {
          return this.core.refuse(name);
        },
        writable: true,
        configurable: true,
      });
  }

  /** The iframe, or null if the player could not be created or shows a plain address. */
  get iframe(): HTMLIFrameElement | null {
    const shown = this.core.player?.iframe;
    return shown && shown instanceof HTMLIFrameElement ? shown : null;
  }

  get id(): string {
    return this.core.id;
  }
  /** Address of the camera that was requested last. */
  get url(): string {
    return this.address;
  }
  get playing(): boolean {
    const { phase, paused } = this.core.player?.state ?? {};
    return phase === 'playing' && !paused;
  }
  get recording(): boolean {
    return this.core.player?.state?.recording ?? false;
  }
  get muted(): boolean {
    return this.core.player?.state?.muted ?? true;
  }
  /** 0 to 1. */
  get volume(): number {
    return (this.core.player?.state?.volume ?? 0) / 100;
  }
  /** Of live video always 1. */
  get speed(): number {
    return this.core.player?.state?.rate ?? 1;
  }
  /** Of a recording: seconds since the beginning of the range that is played; otherwise 0. */
  get currentTime(): number {
    const { player, recordedAt } = this.core;
    const { rangeBegin, rangeEnd } = player?.state ?? {};
    if (player instanceof PlainAddressPlayer) return player.iframe.currentTime;
    if (rangeBegin === undefined || rangeEnd === undefined || recordedAt === null) return 0;
    return Math.min(rangeEnd, Math.max(rangeBegin, recordedAt)) / 1_000 - rangeBegin / 1_000;
  }
  /** Of a recording: seconds of the range that is played; otherwise 0. */
  get duration(): number {
    const { player } = this.core;
    const { rangeBegin, rangeEnd } = player?.state ?? {};
    if (player instanceof PlainAddressPlayer)
      return Number.isFinite(player.iframe.duration) ? player.iframe.duration : 0;
    return rangeBegin === undefined || rangeEnd === undefined ? 0 : (rangeEnd - rangeBegin) / 1_000;
  }
  /** Not known here. */
  get bufferTime(): number {
    return 0;
  }
  /** Connecting, or reconnecting. */
  get loading(): boolean {
    return /^(?:resolving|loading|reconnecting)$/.test(this.core.player?.state?.phase ?? '');
  }
  get zooming(): boolean {
    return this.core.player?.state?.zoom !== undefined;
  }
  /** Scale of electronic zoom, 1 to 8. */
  get zoom(): number {
    return this.core.player?.state?.zoom ?? 1;
  }
  get talking(): boolean {
    return this.core.player?.state?.talking ?? false;
  }
  /** Of the microphone, as set by `setVolumeGain`. */
  get talkGain(): number {
    return this.core.talkGain;
  }
  /** The PTZ pad is shown. */
  get ptzing(): boolean {
    return this.core.player?.state?.ptz ?? false;
  }
  /** After `changeVideoLevel('qp')`. */
  get videoLevelAuto(): boolean {
    return this.core.isLevelAuto;
  }
  /** Of the screen, in degrees. */
  get orientationAngle(): number {
    return orientationAngle();
  }
  /** Size of the video, 0 while it is unknown. */
  get videoWidth(): number {
    return this.core.player?.state?.width ?? 0;
  }
  get videoHeight(): number {
    return this.core.player?.state?.height ?? 0;
  }
  /** Parts of the address, or null if it is no address of a camera. */
  get urlInfo(): StreamAddress | null {
    return parseStreamAddress(this.address);
  }
  get isEzopen(): boolean {
    return this.urlInfo !== null;
  }
  /** CSS pixels of the player in the page. */
  get width(): number {
    return this.core.player?.iframe.offsetWidth ?? 0;
  }
  get height(): number {
    return this.core.player?.iframe.offsetHeight ?? 0;
  }
  /** Payload of the last `videoInfo` event, or null. */
  get videoInfo(): object | null {
    return this.core.videoInfo;
  }
  get isCurrentFullscreen(): boolean {
    return this.core.player?.state?.fullScreen ?? false;
  }
  get isCurrentBrowserFullscreen(): boolean {
    return this.core.player?.state?.webFullScreen ?? false;
  }

  on(name: string, listener: Listener): this {
    this.eventEmitter.on(name, listener);
    return this;
  }
  addListener(name: string, listener: Listener): this {
    return this.on(name, listener);
  }
  removeListener(name: string, listener?: Listener): this {
    return this.off(name, listener);
  }
  emit(name: string, payload?: unknown): boolean {
    return this.eventEmitter.emit(name, payload);
  }
  once(name: string, listener: Listener): this {
    this.eventEmitter.once(name, listener);
    return this;
  }
  off(name: string, listener?: Listener): this {
    this.eventEmitter.off(name, listener);
    return this;
  }

  listeners(name: string): Listener[] {
    return this.eventEmitter.listeners(name);
  }
  listenerCount(name: string): number {
    return this.eventEmitter.listenerCount(name);
  }
  eventNames(): string[] {
    return this.eventEmitter.eventNames();
  }
  /** Without a name: of all events. */
  removeAllListeners(name?: string): this {
    this.eventEmitter.removeAllListeners(name);
    return this;
  }

  /** Resolves with true when the first frame is on the screen. */
  play(change?: unknown): Promise<boolean> {
    return this.begin('play', change).then(() => true);
  }

  /** Resolves with the new address when its first frame is on the screen. */
  changePlayUrl(change: unknown): Promise<string> {
    return this.begin('changePlayUrl', change);
  }

  private begin(name: string, change: unknown): Promise<string> {
    const { settings } = this.core;
    const token = (change as { accessToken?: unknown } | null | undefined)?.accessToken;
    if (typeof token === 'string' && token) settings.accessToken = token;
    return this.core.run(
      name,
      () => {
        if (change !== undefined && change !== null)
          this.wanted = changedAddress(this.wanted ?? this.address, change);
        return this.starting.call(this.wanted);
      },
      { data: (played) => played },
    );
  }

  private async startNow(url: string | null): Promise<string> {
    this.wanted = null;
    const { player } = this.core;
    if (!player) throw new PlayerError('destroyed', 'play');
    if (url === null || url === this.address) await player.play(url ?? undefined);
    else {
      this.address = url;
      await player.changePlayUrl(url);
    }
    return this.address;
  }

  stop(): Promise<boolean> {
    return this.core.run('stop', (player) => player.stop().then(() => true));
  }

  /** Both resolve with 1. */
  openSound(): Promise<number> {
    const options = { callback: 'openSoundCallBack', doneCode: 1 } as const;
    return this.core.run('openSound', (player) => player.openSound().then(() => 1), options);
  }
  closeSound(): Promise<number> {
    const options = { callback: 'closeSoundCallBack', doneCode: 1 } as const;
    return this.core.run('closeSound', (player) => player.closeSound().then(() => 1), options);
  }
  /** 0 to 1, or 2 to 100. */
  setVolume(volume: number): Promise<void> {
    return this.core.run('setVolume', (player) => player.setVolume(volumeOf(volume)));
  }

  startSave(fileName?: string): Promise<unknown> {
    return this.core.run(
      'startSave',
      async (player) => {
        await player.startSave({ fileName: nameOf(fileName) });
        return { id: this.core.id, type: 'startSave', code: 0 };
      },
      { callback: 'startSaveCallBack' },
    );
  }
  /** Downloads the file; `data` contains the file and its object URL. */
  stopSave(): Promise<unknown> {
    return this.core.run(
      'stopSave',
      async (player) => {
        const { blob, fileName, parts } = await player.stopSave();
        const data = { url: this.core.objectUrl(blob), file: blob, fileName, ...(parts && { parts }) };
        return { id: this.core.id, type: 'stopSave', code: 0, data };
      },
      { callback: 'stopSaveCallBack', data: ({ data }) => data },
    );
  }
  startRecord(fileName?: string): Promise<unknown> {
    return this.startSave(fileName);
  }
  stopRecord(): Promise<unknown> {
    return this.stopSave();
  }

  /** With a callback, the snapshot is passed to it instead of being downloaded. */
  capturePicture(fileName?: unknown, callback?: (picture: CapturedPicture) => void): Promise<unknown> {
    const name = typeof fileName === 'string' && fileName !== 'default' ? nameOf(fileName) : undefined;
    return this.core.run(
      'capturePicture',
      async (player) => {
        const isForPage = typeof callback === 'function' || isNo(this.opt.download);
        const file = await player.capturePicture({ fileName: name, format: 'jpeg', download: !isForPage });
        const data = await capturedPicture(file);
        const answer = { id: this.core.id, code: 0, data, type: 'handleCapturePicture' };
        callback?.(data);
        this.core.callback('handleCapturePicture', answer);
        return answer;
      },
      { callback: 'capturePictureCallBack', data: ({ data }) => data },
    );
  }

  /** Unix seconds. */
  getOSDTime(): Promise<unknown> {
    return CallPromise.of(this.readOSDTime());
  }
  private async readOSDTime(): Promise<unknown> {
    const { id } = this.core;
    const report = (code: number, data: number) =>
      this.core.callback('getOSDTimeCallBack', { id, type: 'getOSDTime', code, data });
    try {
      const options = { data: (data: number) => data };
      const seconds = (ms: number) => Math.floor(ms / 1_000);
      const data = await this.core.run('getOSDTime', (player) => player.getOSDTime().then(seconds), options);
      report(0, data);
      return { code: 0, retcode: 0, data };
    } catch {
      report(-1, -1);
      throw { code: -1, retcode: -1, data: -1 }; // The shape that existing pages check.
    }
  }
  /** Holds the frame of a recording. */
  pause(): Promise<boolean> {
    return this.core.run('pause', (player) => player.pause().then(() => true));
  }
  /** With a time (formats as of `seek`), continues there. */
  resume(time?: string): Promise<boolean> {
    return this.core.run('resume', () => this.resuming.call(textOf(time)));
  }
  private async resumeNow(time: string | undefined): Promise<boolean> {
    const { player } = this.core;
    if (!player) throw new PlayerError('destroyed', 'resume');
    await player.resume(time);
    return true;
  }
  /** `hhmmss`, or `yyyyMMddThhmmssZ` on the date that is played. */
  seek(time: string): Promise<boolean> {
    return this.core.run('seek', (player) => player.seek(textOf(time) ?? '').then(() => true));
  }
  /** An extension: EZUIKit has no such call. As in the SDK: `{ begin, end }` in epoch ms. */
  exportRecording(range: Parameters<Player['exportRecording']>[0]): Promise<ExportedFiles> {
    return this.core.run('exportRecording', (player) => player.exportRecording(range));
  }
  /** 1 to 2 to 4: resolves and rejects with `{ code, data: { speed, result } }`. */
  fast(): Promise<unknown> {
    return this.changeSpeed('fast');
  }
  /** 4 to 2 to 1. */
  slow(): Promise<unknown> {
    return this.changeSpeed('slow');
  }
  private changeSpeed(name: 'fast' | 'slow'): Promise<unknown> {
    const changed = this.core
      .run(name, (player) => player[name](), { data: (speed) => ({ speed, result: 'success' }) })
      .then(
        (speed) => ({ code: 0, data: { speed, result: 'success' } }),
        (failure: PlayerError) => {
          this.core.fail(failure);
          throw { code: -1, data: { speed: this.speed, result: failure.message } }; // The shape that pages check.
        },
      );
    return CallPromise.of(changed);
  }
  /** True for recordings. */
  supportSeek(): Promise<boolean> {
    return this.isRecorded('supportSeek');
  }
  supportPauseResume(): Promise<boolean> {
    return this.isRecorded('supportPauseResume');
  }
  private isRecorded(name: string): Promise<boolean> {
    return this.core.run(name, async ({ state }) => state?.paused !== undefined, { data: (is) => is });
  }
  getPlayRate(): Promise<number> {
    return this.core.run('getPlayRate', async () => this.speed, { data: (rate) => rate });
  }

  enableZoom(): Promise<number> {
    return this.core.run('startZoom', (player) => player.enableZoom(), { data: (zoom) => ({ zoom }) });
  }
  closeZoom(): Promise<void> {
    return this.core.run('closeZoom', (player) => player.closeZoom());
  }
  zoomAdd(): Promise<number> {
    return this.zoomBy('zoomAdd', 1);
  }
  zoomSub(): Promise<number> {
    return this.zoomBy('zoomSub', -1);
  }
  private zoomBy(name: string, step: number): Promise<number> {
    return this.core.run(
      name,
      (player) => player.enableZoom(Math.min(8, Math.max(1, (player.state?.zoom ?? 1) + step))),
      { data: (zoom) => ({ zoom }) },
    );
  }

  openPtz(): Promise<void> {
    return this.core.run('openPtz', (player) => player.openPtz());
  }
  closePtz(): Promise<void> {
    return this.core.run('closePtz', (player) => player.closePtz());
  }
  getPtzStatus(): Promise<boolean> {
    return this.core.run('getPtzStatus', async (player) => player.state?.ptz ?? false, { data: (is) => is });
  }

  /** Resolves with true when the camera accepts audio. */
  startTalk(): Promise<boolean> {
    return talk.startTalk(this.core);
  }
  stopTalk(): Promise<boolean> {
    return talk.stopTalk(this.core);
  }
  /** Asks the viewer if necessary: `{ code, msg, res }`, `code` 0 if it is granted. */
  getMicrophonePermission(): Promise<unknown> {
    return talk.getMicrophonePermission(this.core);
  }
  /** `{ code, msg, res: [{ deviceId, label }] }`. */
  getMicrophonesList(): Promise<unknown> {
    return talk.getMicrophonesList(this.core);
  }
  setProfile(options: { microphoneId?: string | undefined }): Promise<unknown> {
    return talk.setProfile(this.core, 'setProfile', options);
  }
  talkSetProfile(options: { microphoneId?: string | undefined }): Promise<unknown> {
    return talk.setProfile(this.core, 'talkSetProfile', options);
  }
  /** Of the microphone, 0 to 10; 1 is unchanged. */
  setVolumeGain(gain: number): Promise<unknown> {
    return talk.setVolumeGain(this.core, gain);
  }
  /** `{ code: 0, data: [{ voiceName, fileUrl, duration }], page }`. */
  queryVoiceList(options?: VoiceQuery): Promise<unknown> {
    return talk.queryVoiceList(this.core, options);
  }
  /** A saved message: its `fileUrl`, or `{ fileUrl }`. */
  sendVoice(voice: string | { fileUrl: string }, channelNo?: number | string): Promise<unknown> {
    return talk.sendVoice(this.core, this.address, voice, channelNo);
  }
  /** A recorded file, or `{ voiceFile }`. */
  sendVoiceOnce(voice: VoiceFile | { voiceFile: VoiceFile }, channelNo?: number | string): Promise<unknown> {
    return talk.sendVoiceOnce(this.core, this.address, voice, channelNo);
  }

  getDefinitionList(): Promise<readonly VideoLevel[]> {
    return this.listLevels('getDefinitionList');
  }
  getVideoLevelList(): Promise<readonly VideoLevel[]> {
    return this.listLevels('getVideoLevelList');
  }
  private listLevels(name: string): Promise<readonly VideoLevel[]> {
    return this.core.run(name, async () => this.core.levels.list, { data: (list) => list });
  }
  getDefinition(): Promise<VideoLevel | null> {
    return this.readLevel('getDefinition');
  }
  getVideoLevel(): Promise<VideoLevel | null> {
    return this.readLevel('getVideoLevel');
  }
  private readLevel(name: string): Promise<VideoLevel | null> {
    return this.core.run(
      name,
      async ({ state }) =>
        this.core.levels.of(state?.quality === 'hd' || parseStreamAddress(this.address)?.hd === true),
      { data: (level) => level },
    );
  }
  setDefinition(level: unknown): Promise<VideoLevel | null> {
    return this.changeLevel('setDefinition', level);
  }
  changeVideoLevel(level: unknown): Promise<VideoLevel | null> {
    return this.changeLevel('changeVideoLevel', level);
  }
  private changeLevel(name: string, requested: unknown): Promise<VideoLevel | null> {
    return this.core.run(
      name,
      async (player) => {
        const { level, quality } = this.core.levels.choose(requested);
        await player.setQuality(quality);
        this.core.isLevelAuto = quality === 'auto';
        if (quality === 'auto')
          for (const event of ['autoVideoLevel', 'currentVideoLevelAuto']) this.core.emit(event, 0, level);
        return level;
      },
      { data: (level) => level },
    );
  }

  /** Uses the browser's fullscreen if the page was just clicked, otherwise the page-wide display of the player. */
  fullScreen(): Promise<void> {
    return this.core.run('fullScreen', (player) => player.fullScreen('fullscreen'), {
      callback: 'fullScreenCallBack',
    });
  }
  cancelFullScreen(): Promise<void> {
    return this.core.run('cancelFullScreen', (player) => player.fullScreen('none'), {
      callback: 'cancelFullScreenCallBack',
    });
  }
  fullscreen(): Promise<void> {
    return this.fullScreen();
  }
  exitFullscreen(): Promise<void> {
    return this.cancelFullScreen();
  }
  browserFullscreen(): Promise<void> {
    return this.core.run('browserFullscreen', (player) => player.fullScreen('web'));
  }
  exitBrowserFullscreen(): Promise<void> {
    return this.core.run('exitBrowserFullscreen', (player) => player.fullScreen('none'));
  }
  isBrowserFullscreen(): Promise<boolean> {
    const isIt = async () => this.core.player?.state?.webFullScreen ?? false;
    return this.core.run('isBrowserFullscreen', isIt, { data: (is) => is });
  }

  reSize(width: number | string, height: number | string): Promise<void> {
    return this.core.run('reSize', (player) => {
      resizeFrame(player.iframe, width, height);
      return player.autoResize();
    });
  }
  resize(width: number | string, height: number | string): Promise<void> {
    return this.reSize(width, height);
  }
  autoResize(): Promise<void> {
    return this.core.run('autoResize', (player) => player.autoResize());
  }
  setPoster(poster: string): Promise<void> {
    return this.core.run('setPoster', (player) => player.setPoster(poster));
  }
  setScaleMode(mode: number): Promise<void> {
    return this.core.run('setScaleMode', (player) =>
      player.setScaleMode(scaleModeOf(mode ?? 0) as ScaleMode),
    );
  }
  setSecretKey(code: string): Promise<void> {
    return this.core.run('setSecretKey', (player) => player.setSecretKey(code));
  }
  /** Returns the figures; the overlay itself is opened in the player. */
  displayStreamInfo(): Promise<unknown> {
    return this.core.run('displayStreamInfo', (player) => player.getStats(), { data: (stats) => stats });
  }

  /** Has no effect: a click on the timeline always seeks. */
  setTimeLineClickable(_isClickable?: boolean): void {}

  /** Label, lowest level and time of what the facade writes to the console, for all players of the page. */
  setLoggerOptions(options: LoggerOptions): void {
    setLoggerOptions(options);
    this.core.emit('setLoggerOptions', 0, options);
  }

  /** The name of a template, the 32-character id of a stored theme, or a theme. */
  changeTheme(theme: unknown): Promise<void> {
    return this.core.run('changeTheme', (player) => {
      if (typeof theme !== 'string' || /^[A-Za-z0-9]{32}$/.test(theme))
        return player.setThemeData(theme as Theme);
      const template = knownTemplate(theme);
      if (template === undefined) throw noSuchTemplate(theme);
      const { isMobile = false } = this.core.settings.options;
      const isRecorded = /rec/.test(parseStreamAddress(this.address)?.type ?? '');
      // Passed as text, because a template's theme is read-only and the public type is not.
      return player.setThemeData(JSON.stringify(themeForTemplate(template, { isMobile, isRecorded })));
    });
  }
  /** Restores the theme the player started with. */
  reSetTheme(): Promise<void> {
    return this.core.run('reSetTheme', async (player) => {
      const { template = 'simple' } = this.core.settings.options;
      if (this.firstTheme) await player.setThemeData(this.firstTheme);
      else await this.changeTheme(template);
    });
  }
  edit(isActive: unknown = true): Promise<void> {
    return this.core.run('edit', (player) => player.edit(Boolean(isActive)));
  }
  btnReRender(theme: Theme): Promise<void> {
    return this.core.run('btnReRender', (player) => player.btnReRender(theme));
  }
  fetchThemeData(): Promise<Theme> {
    const fetched = async (player: { fetchThemeData(): Promise<{ themeData: Theme }> }) =>
      (await player.fetchThemeData()).themeData;
    return this.core.run('fetchThemeData', fetched, { data: (theme) => theme });
  }
  setThemeData(theme: Theme): Promise<void> {
    return this.core.run('setThemeData', (player) => player.setThemeData(theme));
  }

  /** Removes the iframe at once. Safe to call twice. */
  async destroy(): Promise<void> {
    if (this.isLeaving) return;
    this.isLeaving = true;
    this.core.destroy();
    this.starting.cancel(new PlayerError('destroyed', 'play'));
    this.resuming.cancel(new PlayerError('destroyed', 'resume'));
    this.core.emit('destroy');
    this.eventEmitter.removeAllListeners();
  }
}

const noSuchTemplate = (name: string) =>
  new PlayerError({
    code: 'template.unknown',
    message: `no template ${name.slice(0, maxNameChars)}; there are ${TEMPLATES.join(', ')}`,
    source: 'player',
    retryable: false,
  });

const textOf = (time: unknown): string | undefined =>
  time === undefined || time === null ? undefined : String(time).slice(0, maxNameChars);

const nameOf = (fileName: unknown): PlayerOptions['url'] =>
  typeof fileName === 'string' && fileName ? fileName.slice(0, maxNameChars) : undefined;
