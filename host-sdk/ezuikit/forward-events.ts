import type { PlayerEvents } from '../types.ts';
import type { CallbackName, PlayerCore } from './core.ts';
import type { ShownPlayer } from './plain-address-player.ts';
import { dispatchPointerEvents } from './pointer-events.ts';
import { stateEvents } from './state-events.ts';
import { streamReport } from './stream-report.ts';
import { forwardTalk } from './talk.ts';

/**
 * Reports what happens in the player by the events and callbacks of EZUIKit. Actions of the page are reported by the
 * call itself (`PlayerCore.run`); here are those of the viewer and of the player.
 */
export function forwardEvents(core: PlayerCore, player: ShownPlayer): void {
  const { id } = core;
  const listen = <Name extends keyof PlayerEvents>(
    name: Name,
    listener: (data: PlayerEvents[Name]) => void,
  ) => player.on(name, listener);
  const byViewer = (name: string, callback: CallbackName | null, data?: unknown, code = 0) => {
    if (core.isRunning(name)) return;
    if (callback) core.callback(callback, { id, type: name, code });
    core.emit(name, code, data);
  };

  listen('handleSuccess', () => {
    core.callback('handleSuccess', { retcode: 0, id, type: 'handleSuccess' });
    core.callback('handleFirstFrameDisplay', { retcode: 0, id, type: 'handleFirstFrameDisplay' });
    core.emit('firstFrameDisplay');
  });
  listen('handleError', (failure) => core.fail(failure));
  listen('openSound', () => byViewer('openSound', 'openSoundCallBack', undefined, 1));
  listen('closeSound', () => byViewer('closeSound', 'closeSoundCallBack', undefined, 1));
  listen('startSave', () => byViewer('startSave', 'startSaveCallBack'));
  listen('stopSave', ({ blob, fileName, parts }) => {
    if (core.isRunning('stopSave')) return;
    const data = { url: core.objectUrl(blob), file: blob, fileName, ...(parts && { parts }) };
    byViewer('stopSave', 'stopSaveCallBack', data);
  });
  listen('capturePicture', ({ fileName }) =>
    byViewer('capturePicture', 'capturePictureCallBack', { fileName }),
  );
  let isZoomOpen = false;
  listen('enableZoom', ({ scale }) => {
    byViewer('startZoom', null, { zoom: scale });
    if (!isZoomOpen) core.emit('openZoom', 0, { zoom: scale });
    isZoomOpen = true;
    core.emitFields('onZoomChange', { zoom: scale });
  });
  listen('closeZoom', () => {
    isZoomOpen = false;
    byViewer('closeZoom', null);
  });
  listen('ptz', ({ direction, code }) => {
    const retcode = code === '200' ? 0 : Number(code) || -1;
    for (const name of ['ptzBtnClick', 'ptzDirection']) core.emit(name, retcode, { direction });
  });
  listen('pause', () => byViewer('pause', null));
  listen('resume', () => byViewer('resume', null));
  listen('seek', ({ at }) => byViewer('seek', null, { time: Math.floor(at / 1_000) }));
  listen('rateChange', ({ rate }) => core.emitFields('speedChange', { speed: rate }));
  listen('recTypeChange', ({ recType }) => {
    core.emitFields('recTypeChange', { recType: recType === 'rec' ? 'rec' : 'cloudRec' });
  });
  listen('timeline', ({ level, isCalendarOpen, date }) => {
    // The level itself is the payload, as in EZUIKit.
    if (level !== undefined) core.emitter.emit('timeWidthChange', level);
    if (isCalendarOpen !== undefined) core.emit(isCalendarOpen ? 'openDatePanel' : 'closeDatePanel');
    if (date !== undefined) core.emitFields('recStartTimeChange', { date });
  });
  listen('recordings', ({ recType, files }) => {
    const list = files.map(({ begin, end }) => ({ startTime: begin, endTime: end }));
    core.emitter.emit(recType === 'rec' ? 'getLocalRecTimes' : 'getCloudRecTimes', list);
  });
  listen('playbackEnd', ({ reason, begin, end }) => {
    core.emitFields('playbackEnd', { reason, range: { begin, end } });
  });
  listen('changePlayUrl', ({ url }) => byViewer('changePlayUrl', null, url));
  let expansion = 'none';
  listen('fullScreen', ({ to }) => {
    const from = expansion;
    expansion = to;
    if (to === 'fullscreen') {
      byViewer('fullScreen', 'fullScreenCallBack');
      core.emit('fullscreen');
    }
    if (from === 'fullscreen') {
      byViewer('cancelFullScreen', 'cancelFullScreenCallBack');
      core.emit('exitFullscreen');
    }
    if (to === 'web') byViewer('browserFullscreen', null);
    if (from === 'web') byViewer('exitBrowserFullscreen', null);
    if (to !== 'fullscreen' && from !== 'fullscreen') return;
    core.callback('fullScreenChangeCallBack', { id, type: 'fullScreen', code: to === 'fullscreen' });
    core.emitFields('fullscreenChange', {
      isCurrentFullscreen: to === 'fullscreen',
      isCurrentBrowserFullscreen: to !== 'none',
      isFullscreen: document.fullscreenElement !== null,
      isMobile: core.settings.options.isMobile ?? false,
      orientationAngle: orientationAngle(),
    });
  });
  forwardTalk(core, player);
  listen('setThemeData', ({ themeData }) => {
    core.callback('handleThemeChange', { id, type: 'handleThemeChange', code: 0, data: themeData });
    byViewer('changeTheme', null, themeData);
  });
  listen('clickEventHandle', ({ iconId }) => {
    core.callback('clickEventHandle', { id, type: 'clickEventHandle', code: 0, data: iconId });
    core.emit(`Control.${iconId}`, 0, { iconId });
  });
  listen('removeEventHandle', ({ iconId }) => {
    core.callback('removeEventHandle', { id, type: 'removeEventHandle', code: 0, data: iconId });
  });
  listen('click', () => core.emit('click'));
  listen('dblclick', () => core.emit('dblclick'));
  dispatchPointerEvents(player);
  listen('state', stateEventsOf(core, byViewer));
  const report = streamReport(core.settings.given.streamInfoCBType, (name, payload) => {
    if (name === 'videoInfo') core.videoInfo = payload;
    core.emitter.emit(name, payload);
  });
  listen('stats', report);
  let shownSecond: number | undefined;
  listen('stats', ({ recordedAt }) => {
    core.recordedAt = recordedAt ?? null;
    if (recordedAt === undefined) return;
    const time = Math.floor(recordedAt / 1_000);
    if (time !== shownSecond) core.emitFields('recTimeChange', { time });
    shownSecond = time;
  });
}

function stateEventsOf(core: PlayerCore, byViewer: (name: string, callback: null, data?: unknown) => void) {
  let isStarted = false;
  return stateEvents({
    onVolume: (volume, isMuted) => core.emitFields('volumechange', { volume, muted: isMuted }),
    onRecording: (isRecording) => core.emitFields('recordingChange', { recording: isRecording }),
    onPtz: (isOpen) => byViewer(isOpen ? 'openPtz' : 'closePtz', null),
    onQuality(isHd) {
      const level = core.levels.of(isHd);
      core.emit('currentVideoLevel', 0, level);
      if (isStarted) {
        byViewer('changeVideoLevel', null, level);
        core.emit('definitionChange', 0, level);
        core.emit('setVideoLevel', 0, level);
      }
      isStarted = true;
    },
  });
}

/** Emits `resize` after every change of the player's size, but not for the first one. Returns a function that ends it. */
export function reportSizes(core: PlayerCore, { iframe }: ShownPlayer): () => void {
  let isFirst = true;
  const observer = new ResizeObserver(() => {
    const { offsetWidth: width, offsetHeight: height } = iframe;
    if (!isFirst && width > 0)
      core.emitFields('resize', {
        width,
        height,
        isCurrentFullscreen: document.fullscreenElement === iframe,
        orientationAngle: orientationAngle(),
      });
    isFirst = false;
  });
  observer.observe(iframe);
  return () => observer.disconnect();
}

/** Safari before 16.4 has no screen.orientation. */
export const orientationAngle = (): number => (screen as Partial<Screen>).orientation?.angle ?? 0;
