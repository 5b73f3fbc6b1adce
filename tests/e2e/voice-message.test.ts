import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'expect';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { readWav, wavFile } from '../../lib/codec/wav.ts';
import { launchChromium } from '../kit/chromium.ts';
import { eventually } from '../kit/host-page.ts';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { dominantHz, makeTone } from '../kit/tone.ts';

// Voice messages from a fake microphone through the real player and server to the loudspeaker of the demo camera. That the
// loudspeaker plays what the server received is shown by tests/api/voice.test.ts.

const hz = 660;
let stage: LiveStage;
let browser: Browser;

/** Keeps the files that the player makes of recordings. */
const keepFiles = `
  window.recorded = [];
  const createObjectURL = URL.createObjectURL;
  URL.createObjectURL = (part) => {
    if (part instanceof Blob && part.type === 'audio/wav') window.recorded.push(part);
    return createObjectURL.call(URL, part);
  };`;

beforeAll(async () => {
  stage = await LiveStage.start();
  const rate = 48_000;
  // Pulses: noise suppression removes a steady tone.
  const pulse = makeTone(rate, hz, 400, 0.3);
  const pulses = new Int16Array(pulse.length * 10);
  for (let at = 0; at < pulses.length; at += pulse.length * 2) pulses.set(pulse, at);
  const microphone = join(scratchFolder('oriel-voice-'), 'microphone.wav');
  await writeFile(microphone, wavFile(pulses, rate));
  browser = await launchChromium([`--use-file-for-fake-audio-capture=${microphone}`]);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

const open = (options: object = {}, size: { width?: number; height?: number } = {}) =>
  stage.open({ template: 'voice', microphone: true, ...options }, { browser, script: keepFiles, ...size });
const panel = (player: LivePlayer) => player.frame.getByRole('region', { name: '语音播报' });

it('records the microphone as WAV of 16 kHz, and sends it once', async () => {
  const player = await open();
  await player.button('语音播报').click();
  const shown = panel(player);
  await shown.getByRole('button', { name: '录音' }).click();
  await shown.getByRole('timer').getByText('00:02').waitFor();
  await eventually('a level', async () => Number(await shown.getByRole('meter').getAttribute('value')) > 30);
  await shown.getByRole('button', { name: '结束录音' }).click();
  await shown.getByText(/已录音 [2-4] 秒/).waitFor();
  const bytes = await (await player.document()).evaluate(async () => {
    const [file] = (window as unknown as { recorded: Blob[] }).recorded;
    return [...new Uint8Array(await file!.arrayBuffer())];
  });
  const heard = readWav(Uint8Array.from(bytes))!;
  expect(heard.rate).toBe(16_000);
  expect(heard.samples.length / heard.rate).toBeGreaterThan(2);
  expect(Math.abs(dominantHz(heard.samples, heard.rate) - hz)).toBeLessThan(8);
  expect(await player.faults()).toEqual([]);
  await player.shoot('voice-ready');
  await shown.getByRole('button', { name: '发送', exact: true }).click();
  await shown.getByRole('progressbar').waitFor();
  await shown.getByText('发送成功').waitFor({ timeout: 20_000 });
  await player.close();
}, 90_000);

it('sends a saved message, and the page does the same', async () => {
  const player = await open({}, { width: 1440, height: 810 });
  await player.button('语音播报').click();
  const send = panel(player)
    .getByRole('button', { name: /^发送：/ })
    .first();
  await send.waitFor();
  await player.shoot('voice-list');
  await send.click();
  await panel(player).getByText('发送成功').waitFor({ timeout: 30_000 });
  expect(await player.call('sendVoice', { fileUrl: 'https://oriel.example/nothing' })).toEqual({
    error: 'voice.notFound',
  });
  await player.close();
}, 90_000);

it('works on a phone in English', async () => {
  const player = await open({ template: 'voice', language: 'en-US' }, { width: 390, height: 700 });
  await player.button('Voice messages').click();
  const shown = player.frame.getByRole('region', { name: 'Voice messages' });
  await shown
    .getByRole('button', { name: /^Send [A-Z]/ })
    .first()
    .waitFor();
  expect(await player.faults()).toEqual([]);
  await player.shoot('voice-phone');
  await shown.getByRole('button', { name: 'Record a message' }).click();
  await shown.getByRole('timer').getByText('00:01').waitFor();
  await player.shoot('voice-phone-recording');
  await shown.getByRole('button', { name: 'Cancel' }).click();
  await player.page.keyboard.press('Escape');
  await shown.waitFor({ state: 'detached' });
  await player.close();
}, 90_000);
