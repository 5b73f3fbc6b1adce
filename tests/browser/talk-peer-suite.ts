/** What every `TalkPeer` does with a real browser: tones both ways, measured on both ends. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import type { TalkPeers } from '../../lib/media/gateway/peers/talk-peers.ts';
import { launchChromium } from '../kit/chromium.ts';
import { eventually } from '../kit/host-page.ts';
import { type MeasuredTone, toneWav } from '../kit/opus-tone.ts';
import { startFirefox } from '../kit/other-browsers.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { startSoundCard } from '../kit/sound-card.ts';
import { PageCall, startTalkSite, type TalkBrowser, type TalkOptions } from '../kit/talk-page.ts';

/** Of the browser's microphone. */
const microphone = { hz: 440, level: 0.2 };
/** Of Firefox's fake microphone, whose level cannot be chosen. */
const firefoxLevel = 0.0707;
/** What the server sends. */
const fromServer = { hz: 660, level: 0.25 };

interface OpenBrowser extends TalkBrowser {
  close(): Promise<void>;
}

/** `start`: once for all tests. `reports`: whether the peer tells the browser what arrives. */
export function talkPeerSuite(
  name: string,
  start: () => Promise<TalkPeers>,
  { reports = false }: { readonly reports?: boolean } = {},
): void {
  let peers: TalkPeers;
  let site: Awaited<ReturnType<typeof startTalkSite>>;
  beforeAll(async () => {
    site = await startTalkSite();
    peers = await start();
  });
  afterAll(async () => {
    site.close();
    await peers?.close();
  });

  const browsers: readonly [string, number, (url: string) => Promise<OpenBrowser>][] = [
    ['Chromium', microphone.level, openChromium],
    ['Firefox', firefoxLevel, openFirefox],
  ];
  describe.each(browsers)(`${name} with %s`, (_, level, open) => {
    let browser: OpenBrowser;
    let call: PageCall | null = null;
    beforeAll(async () => {
      browser = await open(site.url);
    });
    afterEach(() => call?.close());
    afterAll(() => browser?.close());

    const connected = async (options?: TalkOptions) => {
      call = new PageCall(browser, await peers.open());
      await call.connect(options);
      await call.up();
      return call;
    };

    it('carries the microphone to the server and a tone to the page, at their levels', async () => {
      const talk = await connected();
      await hears('the server', async () => talk.toneOfPage(), { hz: microphone.hz, level });
      talk.sendTone(fromServer.hz, fromServer.level);
      await hears('the page', () => talk.toneInPage(), fromServer);
    });

    it('rejects what it does not carry, and connects', async () => {
      const talk = await connected({ extra: true });
      const ports = [...talk.sdp.answer.matchAll(/^m=(\w+) (\d+)/gm)].map(([, kind, port]) => [kind, port]);
      expect(ports).toEqual([
        ['audio', '9'],
        ['audio', '0'],
        ['video', '0'],
        ['application', '0'],
      ]);
      await hears('the server', async () => talk.toneOfPage(), { hz: microphone.hz, level });
    });

    if (reports) {
      it('reports what arrives of the microphone', async () => {
        const talk = await connected();
        await eventually('a report without loss', async () => (await talk.reportedLoss()) === 0, 30_000);
      });
    }

    it('goes down when the page hangs up', async () => {
      const talk = await connected();
      await browser.evaluate('talk.close()');
      await eventually('the end', async () => talk.states.at(-1)?.state === 'down', 30_000);
    });
  });
}

async function hears(who: string, measure: () => Promise<MeasuredTone>, tone: MeasuredTone): Promise<void> {
  let last: MeasuredTone = { hz: 0, level: 0 };
  await eventually(
    `${who} hears the tone`,
    async () => {
      last = await measure();
      return Math.abs(last.hz - tone.hz) < 3 && Math.abs(last.level / tone.level - 1) < 0.1;
    },
    30_000,
  ).catch((error) => {
    throw new Error(`${error}; heard ${JSON.stringify(last)} in place of ${JSON.stringify(tone)}`);
  });
}

async function openChromium(url: string): Promise<OpenBrowser> {
  const wav = join(scratchFolder('oriel-tone-'), 'tone.wav');
  writeFileSync(wav, toneWav(microphone.hz, microphone.level, 10_000));
  const chromium = await launchChromium([`--use-file-for-fake-audio-capture=${wav}`]);
  const page = await chromium.newPage();
  await page.goto(url);
  return { evaluate: (expression) => page.evaluate(expression), close: () => chromium.close() };
}

async function openFirefox(url: string): Promise<OpenBrowser> {
  const card = await startSoundCard();
  const firefox = await startFirefox({
    env: card.env,
    prefs: {
      'media.navigator.permission.disabled': true,
      'media.navigator.streams.fake': true,
      'media.navigator.audio.fake_frequency': microphone.hz,
    },
  });
  await firefox.open(url);
  return {
    evaluate: (expression) => firefox.evaluate(expression),
    async close() {
      await firefox.close();
      await card.stop();
    },
  };
}
