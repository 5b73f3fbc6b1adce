// `node scripts/first-picture.mjs [address of the sample page]`: whether a running Oriel delivers video. Takes the way
// of a player, without a browser: the application and a token from the sample page, the address of the demo camera's
// stream from the server, then the stream itself, until a key frame and a second of video have arrived.
import './require-node.mjs';
import { pathToFileURL } from 'node:url';

const defaultSample = 'http://127.0.0.1:7411';
const camera = 'ezopen://oriel/DEMO00001/1.hd.live';
const videoMs = 1_000;
const limitMs = 60_000;

/** Parts of FLV, by their numbers in the format. */
const tagHeaderBytes = 11;
const videoTag = 9;
const avc = 7;
const idrSlice = 5;

/** Reads the video of an FLV stream as its bytes arrive. Throws if they are not FLV with H.264. */
export class PictureReader {
  #bytes = Buffer.alloc(0);
  #hasHeader = false;
  #hasConfiguration = false;
  /** @type {{ bytes: number, atMs: number } | null} The first key frame. */
  keyFrame = null;
  /** Frames from the first key frame on. */
  frames = 0;
  /** From the first key frame to the last frame. */
  durationMs = 0;

  /** @param {Uint8Array} bytes */
  push(bytes) {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    if (!this.#hasHeader) {
      if (this.#bytes.length < 13) return;
      if (this.#bytes.toString('latin1', 0, 3) !== 'FLV') throw new Error('the stream is not FLV');
      this.#hasHeader = true;
      this.#bytes = this.#bytes.subarray(13);
    }
    while (this.#bytes.length >= tagHeaderBytes) {
      const bodyEnd = tagHeaderBytes + this.#bytes.readUIntBE(1, 3);
      if (this.#bytes.length < bodyEnd + 4) return;
      if (this.#bytes.readUInt32BE(bodyEnd) !== bodyEnd)
        throw new Error('a tag of the stream has a wrong length');
      const atMs = this.#bytes.readUIntBE(4, 3) + this.#bytes[7] * 2 ** 24;
      if (this.#bytes[0] === videoTag) this.#readVideo(this.#bytes.subarray(tagHeaderBytes, bodyEnd), atMs);
      this.#bytes = this.#bytes.subarray(bodyEnd + 4);
    }
  }

  #readVideo(body, atMs) {
    if ((body[0] & 0x8f) !== avc) throw new Error('the video is not H.264');
    if (body[1] === 0) this.#hasConfiguration = body.length > 5;
    if (body[1] !== 1) return;
    const isKey = body[0] >> 4 === 1;
    if (this.keyFrame === null && isKey && this.#hasConfiguration) {
      if (!nalTypesOf(body.subarray(5)).includes(idrSlice)) throw new Error('the key frame has no IDR slice');
      this.keyFrame = { bytes: body.length - 5, atMs };
    }
    if (this.keyFrame === null) return;
    this.frames += 1;
    this.durationMs = atMs - this.keyFrame.atMs;
  }
}

/** Types of the units of a frame, each preceded by its length. */
function nalTypesOf(frame) {
  const types = [];
  for (let at = 0; at + 4 < frame.length; at += 4 + frame.readUInt32BE(at)) types.push(frame[at + 4] & 31);
  return types;
}

async function readJson(what, url, options = {}) {
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(limitMs) });
  if (!response.ok) throw new Error(`${what}: ${url} answered ${response.status} ${await response.text()}`);
  return response.json();
}

/** Resolves with a reader that has seen a key frame and enough video after it. */
async function watch(sample) {
  const { server } = await readJson('settings', `${sample}/settings.json`);
  const { accessToken } = await readJson('token', `${sample}/token`, { method: 'POST' });
  const body = new URLSearchParams({ accessToken, ezopen: camera });
  const answer = await readJson('address', `${server}/api/lapp/live/url/ezopen`, { method: 'POST', body });
  if (String(answer.code) !== '200') throw new Error(`no address of ${camera}: ${answer.code} ${answer.msg}`);
  const url = answer.data.url.replace(/^ws/, 'http');
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${answer.data.token}` },
    signal: AbortSignal.timeout(limitMs),
  });
  if (!response.ok) throw new Error(`stream: ${url} answered ${response.status} ${await response.text()}`);
  const reader = new PictureReader();
  try {
    for await (const bytes of response.body) {
      reader.push(bytes);
      if (reader.durationMs >= videoMs) return { url, reader };
    }
  } catch (error) {
    if (error.name !== 'TimeoutError') throw error;
  }
  const seen = reader.keyFrame ? `${reader.frames} frames, ${reader.durationMs} ms` : 'no key frame';
  throw new Error(`stream: ${url} ended or stalled after ${seen}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const sample = (process.argv[2] ?? defaultSample).replace(/\/$/, '');
  try {
    const { url, reader } = await watch(sample);
    const { keyFrame, frames, durationMs } = reader;
    console.log(
      `${url}: a key frame of ${keyFrame.bytes} bytes, ${frames} frames in ${durationMs} ms of video`,
    );
  } catch (error) {
    console.error(
      `No picture: ${error.cause?.message ? `${error.message}: ${error.cause.message}` : error.message}`,
    );
    process.exitCode = 1;
  }
}
