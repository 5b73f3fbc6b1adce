import { expect } from 'expect';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { eventually } from '../kit/host-page.ts';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { documentOf, expectTalk, hearEcho, hearEnd, writeMicrophone } from '../kit/talk-player.ts';

// From a fake microphone through SDK, frame, gateway and demo camera, and back as its echo.

let stage: LiveStage;
let folder: string;
/** By the frequency of their microphone. */
const browsers = new Map<number, Promise<Browser>>();

beforeAll(async () => {
  folder = scratchFolder('oriel-talk-');
  stage = await LiveStage.start();
}, 180_000);
afterAll(async () => {
  for (const browser of browsers.values()) await (await browser).close();
  await stage?.close();
});

/** A player whose microphone hears a tone. */
async function open(
  hz: number,
  options: { readonly camera?: string; readonly language?: string } = {},
  size: { readonly width?: number; readonly height?: number } = {},
): Promise<LivePlayer> {
  const { camera = 'DEMO00001', language = 'zh-CN' } = options;
  const browser =
    browsers.get(hz) ??
    writeMicrophone(folder, hz).then((path) => launchChromium([`--use-file-for-fake-audio-capture=${path}`]));
  browsers.set(hz, browser);
  const player = { microphone: true, language, url: `ezopen://oriel/${camera}/1.live` };
  return stage.open(player, { browser: await browser, ...size });
}

const startTalk = (player: LivePlayer, options = {}) => player.call('startTalk', options);

/** Starts when the camera is free: a talk whose page was closed ends within seconds. */
async function startWhenFree(player: LivePlayer, options = {}): Promise<void> {
  let result: Record<string, unknown> = {};
  await eventually(
    'the camera is free',
    async () => {
      result = await startTalk(player, options);
      return result.error !== '400904';
    },
    10_000,
  );
  expect(result).toEqual({});
}
const panel = (player: LivePlayer) => player.frame.getByRole('region', { name: '对讲' });
const talking = async (player: LivePlayer) => (await player.state()).talking === true;

describe('talk in Chromium', () => {
  it('carries the microphone to the camera, and its audio back: frequency and level at both ends', async () => {
    const player = await open(440);
    await startWhenFree(player);
    await expectTalk(documentOf(player), 440);
    await panel(player).getByRole('meter', { name: '麦克风' }).waitFor();
    // Sound of the video is off during the talk, and on again after it, as pcLive has it.
    expect((await player.state()).muted).toBe(true);
    await player.button('对讲').click();
    await eventually('sound', async () => (await player.state()).muted === false);
    expect(await talking(player)).toBe(false);
    const left = await (await player.document()).evaluate(() => document.querySelectorAll('audio').length);
    expect(left).toBe(0);
    await player.close();
  });

  it('of two players never crosses, and only one talks to a camera: 400904', async () => {
    const one = await open(600);
    const other = await open(1_000, { camera: 'DEMO00002' });
    await Promise.all([startWhenFree(one), startWhenFree(other)]);
    await hearEcho(documentOf(one), 600);
    await hearEcho(documentOf(other), 1_000);
    await other.call('changePlayUrl', 'ezopen://oriel/DEMO00001/1.live');
    await other.phase('playing');
    expect(await startTalk(other)).toEqual({ error: '400904' });
    await panel(other).getByRole('alert').getByText('设备正在对讲中').waitFor();
    await other.close();
    // The tab was closed without a word.
    await one.page.close({ runBeforeUnload: false });
    const next = await open(600);
    await startWhenFree(next);
    await next.close();
  });

  it('is silent while the key is not held, without another connection', async () => {
    const player = await open(700);
    await startWhenFree(player, { isMuted: true });
    await player.page.waitForTimeout(1_500);
    expect((await hearEnd(documentOf(player), 'peer')).rms).toBeLessThan(0.01);
    await player.call('setTalk', { isMuted: false });
    await hearEcho(documentOf(player), 700);
    await player.close();
  });

  it('is refused with the reason if the page does not pass the microphone on', async () => {
    const player = await stage.open({ microphone: false });
    await player.button('对讲').click();
    await panel(player).getByRole('alert').getByText('所在页面没有允许播放器使用麦克风').waitFor();
    await player.close();
  });

  it('is refused with the reason if the viewer refuses the microphone', async () => {
    // The answer to the browser's question.
    const refusing = await launchChromium(['--use-fake-ui-for-media-stream=deny']);
    const player = await stage.open({ microphone: true }, { browser: refusing });
    await player.button('对讲').click();
    await panel(player).getByRole('alert').getByText('麦克风权限被拒绝').waitFor();
    await refusing.close();
  });

  it('ends with the reason if the microphone is unplugged', async () => {
    const player = await open(440);
    await startWhenFree(player);
    await (await player.document()).evaluate(() => {
      const stream = document.querySelector<HTMLAudioElement>('audio[id^="oriel-talk-local-"]')?.srcObject;
      // A track that is stopped by a script does not tell.
      (stream as MediaStream).getTracks()[0]?.dispatchEvent(new Event('ended'));
    });
    await panel(player).getByRole('alert').getByText('麦克风已断开').waitFor();
    expect(await talking(player)).toBe(false);
    await player.close();
  });

  it.each([
    ['zh-CN', '对讲', '音频设置', '麦克风', 1_440, 810],
    ['en-US', 'Talk', 'Audio settings', 'Microphone', 390, 700],
  ])('has no accessibility faults in %s', async (language, title, settings, microphone, width, height) => {
    const player = await open(440, { camera: 'DEMO00002', language }, { width, height });
    await startWhenFree(player);
    const shown = player.frame.getByRole('region', { name: title });
    await player.shoot(`talk-${width}`);
    await shown.getByText(settings).click();
    await shown.getByRole('combobox', { name: microphone }).waitFor();
    await player.shoot(`talk-settings-${width}`);
    expect(await player.faults()).toEqual([]);
    await player.close();
  });

  // The last one: it stops the server.
  it('ends with the reason if the server is gone', async () => {
    const player = await open(440);
    await startWhenFree(player);
    await stage.oriel.kill();
    await eventually('the end', async () => (await player.reported('stopTalk')).length > 0);
    expect(await player.reported('stopTalk')).toMatchObject([{ code: 'talk.disconnected' }]);
    await panel(player).getByText('与对讲服务器的连接已断开').waitFor();
    await player.close();
  });
});
