import { expect } from 'expect';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import {
  eventually,
  type HostSite,
  hostEvents,
  openHostPage,
  playerFrame,
  startHostSite,
} from '../kit/host-page.ts';
import { watchScreen } from '../kit/screen-watch.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

interface IssuedToken {
  accessToken: string;
  grantId: string;
}

let oriel: OrielInstance;
let site: HostSite;
let browser: Browser;
let appKey: string;
let issued: IssuedToken[] = [];
let answer: (reason: string) => Promise<string>;

beforeAll(async () => {
  oriel = await startOriel();
  site = await startHostSite({ server: () => oriel.origin, token: (reason) => answer(reason) });
  const app = await oriel.oriel(['app', 'create', '--name', 'shop', '--origin', site.origin]);
  appKey = (app as { appKey: string }).appKey;
  browser = await launchChromium();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await oriel?.stop();
});

async function issue(...args: string[]): Promise<string> {
  const token = (await oriel.oriel(['token', 'issue', '--app', appKey, ...args])) as IssuedToken;
  issued.push(token);
  return token.accessToken;
}

const open = (url: string) =>
  openHostPage(browser, site, { app: appKey, template: 'standard', url, autoplay: true });

const lastPhase = async (page: Awaited<ReturnType<typeof open>>) =>
  (await hostEvents(page)).filter(({ name }) => name === 'state').at(-1)?.detail as
    | { phase: string; code?: string }
    | undefined;

describe('a revoked or invalid token', () => {
  it('ends its stream after `token revoke`, and the host page is asked for a new token', async () => {
    issued = [];
    let given = 0;
    answer = async () => {
      given += 1;
      return given === 1 ? issue() : 'not-a-token';
    };
    const page = await open('ezopen://oriel/DEMO00001/1.hd.live');
    await eventually('playing', async () => (await lastPhase(page))?.phase === 'playing');
    const first = issued[0] as IssuedToken;
    await oriel.oriel(['token', 'revoke', first.grantId]);
    await eventually('not playing', async () => (await lastPhase(page))?.phase !== 'playing');
    await eventually('failed', async () => (await lastPhase(page))?.phase === 'failed');
    await eventually('no viewer', async () => {
      const health = (await (await fetch(`${oriel.origin}/healthz`)).json()) as {
        streams: { viewers: number };
      };
      return health.streams.viewers === 0;
    });
    expect(site.tokenReasons.slice(1)).toContain('expired');
    await page.close();
  });

  it('shows the reason of an invalid token and reports handleError 10002', async () => {
    answer = async () => 'at.invalid';
    const page = await open('ezopen://oriel/DEMO00001/1.hd.live');
    const error = await eventually('handleError', async () => {
      const event = (await hostEvents(page)).find(({ name }) => name === 'handleError');
      return event ? (event.detail as { code: string; message: string }) : null;
    });
    expect(error.code).toBe('10002');
    expect(error.message).not.toBe('');
    const frame = await playerFrame(page);
    await eventually('the error message on the screen', async () =>
      (await frame.locator('body').innerText()).includes(error.message),
    );
    await page.close();
  });

  it('opens only its own cameras: 10031 for another one and for one that does not exist', async () => {
    answer = () => issue('--cameras', 'DEMO00002');
    for (const serial of ['DEMO00001', 'NOSUCH1']) {
      const page = await open(`ezopen://oriel/${serial}/1.hd.live`);
      const error = await eventually('handleError', async () => {
        const event = (await hostEvents(page)).find(({ name }) => name === 'handleError');
        return event ? (event.detail as { code: string }) : null;
      });
      expect(error.code).toBe('10031');
      await page.close();
    }
  });
});

describe('a camera that is removed during playback', () => {
  let made = 0;
  /** A camera of this attempt only. */
  async function addCamera(): Promise<string> {
    made += 1;
    const serial = `TAKEN0000${made}`;
    await oriel.oriel(['camera', 'add', '--demo', 'yard', '--serial', serial]);
    return serial;
  }

  /** Events that the host page receives after `doing`, until the player gives up. */
  async function received(doing: string) {
    const serial = await addCamera();
    issued = [];
    site.tokenReasons.length = 0;
    answer = () => issue();
    const page = await open(`ezopen://oriel/${serial}/1.hd.live`);
    await eventually('playing', async () => (await lastPhase(page))?.phase === 'playing');
    await page.waitForTimeout(1_500);
    const before = (await hostEvents(page)).length;
    await oriel.oriel(['camera', doing, serial]);
    await eventually('failed', async () => (await lastPhase(page))?.phase === 'failed');
    await page.waitForTimeout(1_000);
    const events = (await hostEvents(page)).slice(before);
    const of = (wanted: string) => events.flatMap(({ name, detail }) => (name === wanted ? [detail] : []));
    const phases = (of('state') as { phase: string }[]).map(({ phase }) => phase);
    await page.close();
    return {
      errors: of('handleError') as { code: string; retryable: boolean }[],
      phases: [...new Set(phases)],
    };
  }

  it.each([
    ['disabled', 'disable'],
    ['removed', 'remove'],
  ])('is reported as one error when it is %s, and no token is requested', async (_how, doing) => {
    const { errors, phases } = await received(doing);
    expect(errors).toMatchObject([{ code: '20002', retryable: false }]);
    expect(phases).toEqual(['playing', 'failed']);
    expect(site.tokenReasons).toEqual(['start']);
  });

  it('is not an error if it is only reconfigured', async () => {
    answer = () => issue();
    const serial = await addCamera();
    const page = await open(`ezopen://oriel/${serial}/1.hd.live`);
    await eventually('playing', async () => (await lastPhase(page))?.phase === 'playing');
    await oriel.oriel(['camera', 'update', serial, '--no-sub-url']);
    await page.waitForTimeout(1_000);
    const frame = await playerFrame(page);
    const screen = await watchScreen(frame);
    await eventually('frames of the new source', async () => (await screen.take()).length > 0);
    expect((await hostEvents(page)).filter(({ name }) => name === 'handleError')).toEqual([]);
    expect((await lastPhase(page))?.phase).toBe('playing');
    expect(await frame.locator('#oriel-root').getAttribute('data-stalled')).toBe('false');
    expect(oriel.output()).toContain('stored source changed');
    await page.close();
  });
});
