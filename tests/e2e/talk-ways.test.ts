import { randomUUID } from 'node:crypto';
import { expect } from 'expect';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { readWav } from '../../lib/codec/wav.ts';
import { launchChromium } from '../kit/chromium.ts';
import { startCoturn } from '../kit/coturn.ts';
import { eventually } from '../kit/host-page.ts';
import { startJanus } from '../kit/janus.ts';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';
import { freePort } from '../kit/nginx.ts';
import { startFirefox } from '../kit/other-browsers.ts';
import { OtherPlayer } from '../kit/other-player.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { startSoundCard } from '../kit/sound-card.ts';
import { documentOf, expectTalk, writeMicrophone } from '../kit/talk-player.ts';
import { dominantHz } from '../kit/tone.ts';

// The whole chain, from the microphone through SDK, frame, gateway and demo camera and back, on every other way than that of
// talk.test.ts: a WebSocket of Chromium, and the embedded peer without a relay.

const hz = 440;
const closing: (() => Promise<unknown>)[] = [];
let chromium: Browser;
beforeAll(async () => {
  const microphone = await writeMicrophone(scratchFolder('oriel-talk-'), hz);
  chromium = await launchChromium([`--use-file-for-fake-audio-capture=${microphone}`]);
  closing.push(() => chromium.close());
}, 180_000);
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** A server with these settings. */
async function start(env: Readonly<Record<string, string>> = {}): Promise<LiveStage> {
  const stage = await LiveStage.start(env);
  closing.push(() => stage.close());
  return stage;
}

/** A player in Chromium. `script` runs in its document first. */
const open = (stage: LiveStage, script = '') =>
  stage.open({ microphone: true }, { browser: chromium, script });

async function talks(player: LivePlayer): Promise<void> {
  expect(await player.call('startTalk')).toEqual({});
  await expectTalk(documentOf(player), hz);
}

describe('talk with the embedded peer', () => {
  let stage: LiveStage;
  beforeAll(async () => {
    stage = await start();
  }, 180_000);

  it('works over HTTP where WebSocket is blocked', async () => {
    const player = await open(
      stage,
      `window.WebSocket = class extends WebSocket {
        constructor(url, ...rest) { super(String(url).replace('/rtcgw', '/blocked'), ...rest); }
      };`,
    );
    const polls: string[] = [];
    player.page.on('request', (request) => {
      if (/\/rtcgw\/\d+/.test(request.url()) && request.method() === 'GET') polls.push(request.url());
    });
    await talks(player);
    expect(polls.length).toBeGreaterThan(0);
    // Proxies log addresses: the ticket is a header.
    expect(polls.join()).not.toMatch(/token=/);
    await player.call('stopTalk');
    // The camera is free at once.
    expect(await player.call('startTalk')).toEqual({});
    await player.close();
  }, 120_000);

  describe('in Firefox', () => {
    let player: OtherPlayer;
    beforeAll(async () => {
      const card = await startSoundCard();
      closing.push(() => card.stop());
      const firefox = await startFirefox({
        env: card.env,
        prefs: {
          'media.navigator.permission.disabled': true,
          'media.navigator.streams.fake': true,
          'media.navigator.audio.fake_frequency': hz,
        },
      });
      closing.push(() => firefox.close());
      const { app, oriel, site } = stage;
      const options = { app, server: oriel.origin, url: 'ezopen://oriel/DEMO00002/1.live', microphone: true };
      player = new OtherPlayer(firefox, site.origin, options);
    }, 120_000);
    const inFrame: ReturnType<typeof documentOf> = {
      evaluate: (expression) => player.browser.evaluateInPlayer(expression),
    };

    it('carries the microphone to the camera, and its audio back', async () => {
      await player.play({ template: 'pcLive' });
      expect(await player.call('startTalk()')).toBeNull();
      await expectTalk(inFrame, hz);
      await player.shoot('talk-firefox');
      expect(await player.call('stopTalk()')).toBeNull();
      expect(await inFrame.evaluate('document.querySelectorAll("audio").length')).toBe(0);
    }, 120_000);

    it('records a voice message as WAV of 16 kHz, and sends it', async () => {
      const press = (name: string) =>
        player.shows(
          name,
          `((button) => button && !button.disabled && (button.click(), true))([...document.querySelectorAll('button')]
            .find((one) => [one.ariaLabel, one.textContent].includes('${name}')))`,
        );
      await player.play({ template: 'voice', language: 'zh-CN' });
      await inFrame.evaluate(`(() => {
        const createObjectURL = URL.createObjectURL;
        URL.createObjectURL = (part) => {
          if (part.type === 'audio/wav') window.recorded = part;
          return createObjectURL.call(URL, part);
        };
      })()`);
      await press('语音播报');
      await press('录音');
      await player.shows(
        'two seconds',
        `document.querySelector('[role="timer"]')?.textContent.includes('00:02')`,
      );
      await player.shoot('voice-firefox-recording');
      await press('结束录音');
      await player.shows('the recording', 'window.recorded');
      const bytes = await inFrame.evaluate<number[]>(
        'recorded.arrayBuffer().then((file) => [...new Uint8Array(file)])',
      );
      const { rate, samples } = readWav(Uint8Array.from(bytes))!;
      expect(rate).toBe(16_000);
      expect(Math.abs(dominantHz(samples, rate) - hz)).toBeLessThan(8);
      await press('发送');
      await player.shows(
        'success',
        `[...document.querySelectorAll('[role="status"]')].some((one) => one.textContent === '发送成功')`,
      );
    }, 120_000);
  });
});

it('talk works through a relay over TCP, where nothing else is permitted', async () => {
  const [secret, port] = [randomUUID(), await freePort()];
  const coturn = await startCoturn('turnserver', '127.0.0.1', secret, port);
  closing.push(() => coturn.stop());
  const stage = await start({
    ORIEL_TURN_URLS: `turn:127.0.0.1:${port}?transport=tcp`,
    ORIEL_TURN_SECRET: secret,
    ORIEL_TALK_RELAY_ONLY: '1',
  });
  const player = await open(
    stage,
    `window.connections = [];
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(...all) { super(...all); connections.push(this); }
    };`,
  );
  await talks(player);
  const path = await documentOf(player).evaluate(`connections[0].getStats().then((stats) => {
    const { selectedCandidatePairId } = [...stats.values()].find((one) => one.selectedCandidatePairId);
    const { candidateType, relayProtocol } = stats.get(stats.get(selectedCandidatePairId).localCandidateId);
    return { candidateType, relayProtocol };
  })`);
  expect(path).toEqual({ candidateType: 'relay', relayProtocol: 'tcp' });
  await player.close();
}, 180_000);

it("talk works through Debian's Janus, and ends with the reason if it is gone", async () => {
  const secrets = { apiSecret: randomUUID(), tokenSecret: randomUUID() };
  const janus = await startJanus(secrets);
  closing.push(() => janus.stop());
  const stage = await start({
    ORIEL_JANUS_URL: janus.url,
    ORIEL_JANUS_SECRET: secrets.apiSecret,
    ORIEL_JANUS_TOKEN_SECRET: secrets.tokenSecret,
  });
  const player = await open(stage);
  await talks(player);
  await janus.stop();
  await eventually('the end', async () => (await player.reported('stopTalk')).length > 0);
  expect(await player.reported('stopTalk')).toMatchObject([{ code: 'talk.lost' }]);
  await player.close();
}, 180_000);
