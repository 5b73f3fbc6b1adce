// Takes recorded files apart, in a thread: damaged files can keep the demuxer busy without end, and the thread that
// answers viewers must not wait for it. Plain JavaScript, because a thread starts from a file.
import { parentPort } from 'node:worker_threads';
import { expose, transfer } from 'comlink';
import nodeEndpoint from 'comlink/dist/umd/node-adapter.js';
import { ALL_FORMATS, AudioSampleSink, BufferSource, EncodedPacketSink, Input } from 'mediabunny';

const maxChannels = 8;
const rates = { min: 8_000, max: 192_000 };

/**
 * `demux(file, maxSeconds)`: null for files without audio that can be read, else `{ codec, rate, channels, config,
 * packets, pcm }`: `pcm` are interleaved 16-bit samples if the format needs no decoder, else `packets` are to be decoded.
 * At most `maxSeconds` of either.
 */
async function demux(file, maxSeconds) {
  const input = new Input({ source: new BufferSource(file), formats: ALL_FORMATS });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track || !isSane(track)) return null;
    const found = await take(track, maxSeconds);
    // Moved, not copied.
    return transfer(found, found.pcm ? [found.pcm.buffer] : found.packets.map(({ buffer }) => buffer));
  } catch {
    return null; // the demuxer throws on whatever it cannot read
  } finally {
    input.dispose();
  }
}

const isSane = ({ sampleRate, numberOfChannels }) =>
  sampleRate >= rates.min &&
  sampleRate <= rates.max &&
  numberOfChannels >= 1 &&
  numberOfChannels <= maxChannels;

async function take(track, maxSeconds) {
  const { codec, sampleRate: rate, numberOfChannels: channels } = track;
  const isPcm = /^(pcm-|ulaw$|alaw$)/.test(codec ?? '');
  const config = (await track.getDecoderConfig())?.description ?? null;
  const found = { codec, rate, channels, config, packets: [], pcm: null };
  if (isPcm) return { ...found, pcm: await takePcm(track, maxSeconds) };
  // The shortest packets are those of Opus, with 2.5 ms.
  const maxPackets = maxSeconds * 400;
  for await (const { data } of new EncodedPacketSink(track).packets()) {
    found.packets.push(data.slice());
    if (found.packets.length >= maxPackets) break;
  }
  return found;
}

async function takePcm(track, maxSeconds) {
  const maxSamples = maxSeconds * track.sampleRate * track.numberOfChannels;
  const parts = [];
  let length = 0;
  for await (const sample of new AudioSampleSink(track).samples()) {
    const part = new Int16Array(sample.allocationSize({ format: 's16', planeIndex: 0 }) / 2);
    sample.copyTo(part, { format: 's16', planeIndex: 0 });
    sample.close();
    parts.push(part);
    length += part.length;
    if (length >= maxSamples) break;
  }
  const pcm = new Int16Array(Math.min(length, maxSamples));
  let at = 0;
  for (const part of parts) {
    pcm.set(part.subarray(0, pcm.length - at), at);
    at += part.length;
  }
  return pcm;
}

/** Answered as soon as the modules are loaded. */
const ready = () => true;

expose({ demux, ready }, nodeEndpoint(parentPort));
