import { drawPoster } from './poster.js';

const element = (id) => document.getElementById(id);
const fileName = () => element('file-name').value.trim() || undefined;

const minutesAgo = () => Date.now() - Number(element('minutes-ago').value) * 60_000;
const pageTime = () => Math.round(performance.timeOrigin + performance.now());

/** The newest saved voice message, or one of the product. */
let voiceAddress = '';

/** Keeps what later calls need of an answer. */
export function noteAnswer(name, value) {
  if (name === 'queryVoices' && value.voices[0]) voiceAddress = value.voices[0].fileUrl;
}

/** Arguments of calls, from the page's controls. Other calls have none. */
const argumentsOf = {
  changePlayUrl: () => [element('address').value.trim()],
  setSecretKey: () => [element('secret-key').value],
  setVolume: () => [Number(element('volume').value)],
  toRecorded: () => [minutesAgo()],
  exportRecording: () => [{ begin: minutesAgo(), end: minutesAgo() + 30_000, manifest: true }],
  followClock: () => [{ at: minutesAgo(), since: pageTime(), rate: 1, running: true }],
  setRecType: (control) => [control.dataset.value],
  seek: () => [element('seek-time').value.trim()],
  step: (control) => [control.dataset.value],
  setRate: (control) => [Number(control.value)],
  setQuality: (control) => [control.value],
  setScaleMode: (control) => [control.value],
  setLanguage: (control) => [control.value],
  setPoster: (control) => [control.value === 'drawn' ? drawPoster() : ''],
  enableZoom: () => [Number(element('scale').value)],
  fullScreen: (control) => [control.dataset.value],
  startSave: () => [{ fileName: fileName() }],
  capturePicture: () => [
    { fileName: fileName(), format: element('format').value, zoomed: element('zoomed').checked },
  ],
  setTalk: (control) => [{ isMuted: control.dataset.value === 'true' }],
  getAudioDevices: () => [{ request: true }],
  queryVoices: () => [{ isDefault: true }],
  sendVoice: () => [{ fileUrl: voiceAddress }],
  pictureInPicture: (control) => [control.dataset.value === 'true'],
  edit: (control) => [control.dataset.value === 'true'],
};

export function readArguments(name, control) {
  return argumentsOf[name]?.(control) ?? [];
}

/** Values too long or too sensitive to show. */
const named = { setSecretKey: 'code', setThemeData: 'theme', btnReRender: 'theme' };

function literal(value) {
  if (typeof value === 'string') return value.length > 200 ? 'picture' : `'${value.replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object') return String(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return fields.length === 0
    ? '{}'
    : `{ ${fields.map(([key, field]) => `${key}: ${literal(field)}`).join(', ')} }`;
}

/** The call as an integrator would write it. */
export function codeOf(name, args) {
  return `await player.${name}(${named[name] ?? args.map(literal).join(', ')});`;
}
