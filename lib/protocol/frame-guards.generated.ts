// Generated from lib/protocol by scripts/generate-guards.ts. Change the schemas there, then run it again.

import type { Shape } from './parse-shape.ts';

export const synShape: Shape = { oriel: 'syn' };
export const portShape: Shape = { oriel: 'port', v: 1, n: 64 };
export const envelopeShape: Shape = { k: 1, i: 1, t: 64 };

/** `d` by message name and kind: request 0, result 1, event 3. Results and events not listed carry nothing. */
export const shapes: Readonly<Record<string, Shape | undefined>> = {
  start0: { url: [2000], autoplay: [0], autoplayByTheme: [0], audio: [0], volume: [1], language: [64], themeData: [65536], header: [[64, 64]], footer: [[64, 64]], controls: [[64, 64]], poster: [65536], scaleMode: [64], isMobile: [0], disabledPTZ: [0], adaptiveQuality: [0], maxDelay: [1], sharedSound: [0], playbackRange: [{ begin: 64, end: 64 }], seekFrequency: [1], disabledTimeLine: [0], controlsOnly: [0], companions: [[2000, 16]], speedOptions: [[0.5, 16]], noDownload: [0], noRecordingDownload: [0], shareButton: [0] },
  play0: { url: [2000] },
  stop0: {},
  openSound0: {},
  closeSound0: {},
  setVolume0: { volume: 1 },
  pause0: {},
  resume0: { time: [64] },
  seek0: { time: 64 },
  fast0: {},
  slow0: {},
  setRate0: { rate: 0.5 },
  step0: { direction: 64 },
  toLive0: {},
  toRecorded0: { at: 1 },
  setRecType0: { recType: 64 },
  followClock0: { clock: [{ at: 1, since: 1, rate: 0.5, running: 0 }] },
  exportRecording0: { begin: 1, end: 1, recType: [64], fileName: [64], manifest: [0] },
  startSave0: { fileName: [64] },
  stopSave0: {},
  capturePicture0: { fileName: [64], format: [64], zoomed: [0], download: [0] },
  enableZoom0: { scale: [1] },
  closeZoom0: {},
  getOSDTime0: {},
  changePlayUrl0: { url: 2000 },
  autoResize0: {},
  edit0: { active: 0 },
  btnReRender0: { themeData: 65536 },
  fetchThemeData0: {},
  setThemeData0: { themeData: 65536 },
  setPoster0: { poster: 65536 },
  setScaleMode0: { scaleMode: 64 },
  setLanguage0: { language: 64 },
  setQuality0: { quality: 64 },
  fullScreen0: { to: 64 },
  openPtz0: {},
  closePtz0: {},
  setSecretKey0: { code: 64 },
  getStats0: {},
  destroy0: {},
  token1: 4000,
  bye3: {},
};
