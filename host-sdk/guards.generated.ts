// Generated from lib/protocol by scripts/generate-guards.ts. Change the schemas there, then run it again.

/**
 * Checks a value against a shape and copies what is known of it. Shapes are generated from the zod schemas by
 * `scripts/generate-guards.ts`, which copies this file into the host SDK beside them, so it must stay small
 * and import nothing.
 *
 *   -1                   Blob
 *   0                    boolean
 *   0.5                  number, not negative, finite
 *   1                    integer, 0 … 2^53 - 1
 *   2 and more           string of at most so many UTF-16 units
 *   'hello'              this word
 *   [shape, max]         array of at most `max`
 *   [shape]              may be absent
 *   { field: shape }     object; fields not named here are dropped, and the copy has no prototype.
 */
export type Shape = number | string | [Shape, number?] | { readonly [field: string]: Shape };

/** The cleaned copy, or undefined where the value does not fit. Never throws on what a structured clone can be. */
export const parseShape = (shape: Shape, value: unknown): unknown => {
  try {
    return copy(shape, value);
  } catch {
    /* It does not fit. */
  }
};

/** Throws where the value does not fit. */
const copy = (shape: Shape, value: unknown): unknown => {
  if (Array.isArray(shape)) {
    const [item, max] = shape;
    if (!max) return value === undefined ? value : copy(item, value);
    // Array.from visits holes too: a hole is an item that does not fit.
    if (Array.isArray(value) && value.length <= max) return Array.from(value, (part) => copy(item, part));
  } else if (typeof shape === 'object') {
    if (value && typeof value === 'object' && !Array.isArray(value)) {
      const fields: Record<string, unknown> = { __proto__: null };
      for (const key of Object.keys(shape)) fields[key] = copy(shape[key]!, value[key as never]);
      return fields;
    }
  } else if (
    typeof shape === 'string'
      ? shape === value
      : shape > 1
        ? typeof value === 'string' && value.length <= shape
        : shape < 0
          ? value instanceof Blob
          : shape
            ? (shape < 1 ? Number.isFinite : Number.isSafeInteger)(value) && (value as number) >= 0
            : value === !!value // a boolean
  )
    return value;
  throw shape;
};

export const helloShape: Shape = { oriel: 'hello', v: [1, 32], n: 64 };
export const envelopeShape: Shape = { k: 1, i: 1, t: 64 };
export const failureShape: Shape = { code: 64, message: 2000, source: 64, retryable: 0, detail: [{ description: [2000], solution: [2000], retryInMs: [1] }] };
export const snapshotShape: Shape = { phase: 64, address: [2000], muted: 0, audioBlocked: [0], engine: [64], engineReason: [2000], attempt: 1, width: [1], height: [1], latencyMs: [1], code: [64], message: [2000], retryInMs: [1], fullScreen: [0], webFullScreen: [0], pictureInPicture: [0], volume: [1], quality: [64], zoom: [1], paused: [0], rate: [0.5], rangeBegin: [1], rangeEnd: [1], timeZone: [64], ptz: [0], recording: [0], talking: [0], editing: [0] };
export const statsShape: Shape = { engine: [64], engineReason: [2000], videoCodec: [64], audioCodec: [64], audioSampleRate: [1], width: [1], height: [1], fps: [1], bitsPerSecond: [1], latencyMs: [1], firstFrameMs: [1], keyFrameIntervalMs: [1], bufferedMs: [1], framesShown: [1], framesDropped: [1], stalls: [1], bytes: [1], recordedAt: [1], seekFailures: [1] };

/** `d` by message name and kind: request 0, result 1, event 3. Results and events not listed carry nothing. */
export const shapes: Readonly<Record<string, Shape | undefined>> = {
  token0: { reason: 64 },
  welcome1: { v: 1, features: [64, 32], state: snapshotShape },
  fast1: 0.5,
  slow1: 0.5,
  exportRecording1: { files: [{ fileName: 64, blob: -1, bytes: 1, firstFrame: 1, lastFrame: 1 }, 64], manifest: [{ fileName: 64, blob: -1 }] },
  stopSave1: { fileName: 64, blob: -1, width: 1, height: 1, parts: [[-1, 64]], durationMs: 1, hasAudio: 0 },
  capturePicture1: { fileName: 64, blob: -1, width: 1, height: 1 },
  enableZoom1: 1,
  getOSDTime1: 1,
  getControls1: [{ iconId: 64, width: 1, height: 1 }, 64],
  fetchThemeData1: { themeData: 65536 },
  getAudioDevices1: { permission: 64, devices: [{ id: 2000, label: 2000, kind: 64 }, 64] },
  queryVoices1: { voices: [{ name: 2000, fileUrl: 2000, duration: 1 }, 50], total: 1 },
  getStats1: statsShape,
  destroy1: { engines: 1, recordings: 1, timers: 1, left: 1 },
  handleError3: failureShape,
  state3: snapshotShape,
  stats3: statsShape,
  iframeFullScreen3: { active: 0 },
  clickEventHandle3: { iconId: 64 },
  removeEventHandle3: { iconId: 64 },
  setThemeData3: { themeData: 65536 },
  stopSave3: { fileName: 64, blob: -1, width: 1, height: 1, parts: [[-1, 64]], durationMs: 1, hasAudio: 0 },
  capturePicture3: { fileName: 64, blob: -1, width: 1, height: 1 },
  enableZoom3: { scale: 1 },
  ptz3: { direction: 1, code: 64 },
  seek3: { at: 1 },
  selectRange3: { begin: [1], end: [1] },
  share3: { begin: 1, end: 1, recType: 64 },
  copyLink3: { at: [1] },
  exportProgress3: { begin: 1, end: 1, bytes: 1, percent: 1 },
  startTalk3: { cameras: [{ deviceSerial: 64, channelNo: 1, state: 64, code: [64], message: [2000] }, 64] },
  stopTalk3: { code: [64], message: [2000] },
  handleTalkError3: failureShape,
  talkVolume3: { microphone: 1, camera: 1 },
  rateChange3: { rate: 0.5 },
  recTypeChange3: { recType: 64 },
  timeline3: { level: [1], isCalendarOpen: [0], date: [64] },
  recordings3: { recType: 64, files: [{ begin: 1, end: 1 }, 1440] },
  gap3: { begin: 1, end: 1 },
  playbackEnd3: { reason: 64, begin: 1, end: 1 },
  changePlayUrl3: { url: 2000 },
  pictureInPicture3: { active: 0 },
  pictureWindow3: { active: 0, start: 4000 },
  fullScreen3: { to: 64 },
};
