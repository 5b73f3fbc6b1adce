import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import { eventually } from './host-page.ts';
import type { LivePlayer } from './live-player.ts';
import { makeTone } from './tone.ts';

const rate = 48_000;
/** Steady tones are taken for noise by the browser's noise suppression. */
const pulses = { pulseMs: 400, everyMs: 800 };

/** A recording for Chromium's fake microphone: pulses of a tone, repeated for ever. Returns its path. */
export async function writeMicrophone(
  folder: string,
  hz: number,
  level = 0.3,
  { pulseMs, everyMs } = pulses,
): Promise<string> {
  const samples = new Int16Array((rate * everyMs) / 1_000);
  samples.set(makeTone(rate, hz, pulseMs, level));
  const path = join(folder, `tone-${hz}.wav`);
  await writeFile(path, wavOf(samples));
  return path;
}

function wavOf(samples: Int16Array): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer)]);
}

/** The document of a player, in any browser. */
export interface PlayerDocument {
  /** The value of an expression, awaited if it is a promise. JSON only. */
  evaluate<Value>(expression: string): Promise<Value>;
}

export const documentOf = (player: LivePlayer): PlayerDocument => ({
  evaluate: async (expression) => (await player.document()).evaluate(expression),
});

export type TalkEnd = 'local' | 'peer';
/** `rms`: 0 to 1. */
export interface HeardTone {
  readonly hz: number;
  readonly rms: number;
}

/** What the hidden audio element of one end plays, where it is loudest within a second or so. */
export const hearEnd = (frame: PlayerDocument, end: TalkEnd): Promise<HeardTone> =>
  frame.evaluate(`(${hearInFrame})(${JSON.stringify(end)})`);

async function hearInFrame(name: TalkEnd): Promise<HeardTone> {
  const element = document.querySelector<HTMLAudioElement>(`audio[id^="oriel-talk-${name}-"]`);
  const stream = element?.srcObject;
  let loudest = { hz: 0, rms: 0 };
  if (!(stream instanceof MediaStream)) return loudest;
  // Firefox connects no other rate than that of the device.
  const context = new AudioContext();
  await context.resume();
  const node = new AnalyserNode(context, { fftSize: 16_384, smoothingTimeConstant: 0 }); // 341 ms: less than a pulse
  context.createMediaStreamSource(stream).connect(node);
  const samples = new Float32Array(node.fftSize);
  const bins = new Float32Array(node.frequencyBinCount);
  for (let count = 0; count < 12; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, 110));
    node.getFloatTimeDomainData(samples);
    node.getFloatFrequencyData(bins);
    const rms = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    const strongest = bins.indexOf(bins.reduce((one, other) => Math.max(one, other)));
    if (rms > loudest.rms) loudest = { hz: (strongest * context.sampleRate) / node.fftSize, rms };
  }
  await context.close();
  return loudest;
}

const isTone = (heard: HeardTone, hz: number) => Math.abs(heard.hz - hz) < 8;

/** Waits until the camera answers with this frequency. */
export async function hearEcho(frame: PlayerDocument, hz: number): Promise<void> {
  let heard: HeardTone | null = null;
  await eventually(
    `an echo of ${hz} Hz`,
    async () => {
      heard = await hearEnd(frame, 'peer');
      return isTone(heard, hz);
    },
    30_000,
  ).catch((error) => {
    throw new Error(`${error}; heard ${JSON.stringify(heard)}`);
  });
}

/** The microphone reaches the camera and comes back: frequency and level at both ends. */
export async function expectTalk(frame: PlayerDocument, hz: number): Promise<void> {
  await hearEcho(frame, hz);
  // A busy machine loses packets, and the moment that was measured is quieter.
  await expectPage(async () => {
    const [local, peer] = [await hearEnd(frame, 'local'), await hearEnd(frame, 'peer')];
    expect(isTone(local, hz)).toBe(true);
    expect(local.rms).toBeGreaterThan(0.03);
    expect(peer.rms / local.rms).toBeGreaterThan(0.3);
    expect(peer.rms / local.rms).toBeLessThan(3);
  }).toPass({ timeout: 30_000 });
}
