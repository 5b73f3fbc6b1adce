import { join } from 'node:path';
import { expect } from 'expect';
import { sql } from 'kysely';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../lib/db/client.ts';
import { launchChromium } from '../kit/chromium.ts';
import { eventually, hostEvents, openHostPage, playerFrame, startHostSite } from '../kit/host-page.ts';
import { type SeenFrame, watchScreen } from '../kit/screen-watch.ts';
import { type SharedOriel, sharedOriel } from '../kit/start-oriel.ts';

/**
 * docs/guide/embed.md promises a fresh token without a visible cut. The shortest token lives a minute; the life of the
 * first one is shortened further, in the database of the server.
 */
const tokenMs = 24_000;
/** How long the integrator's backend takes for each token but the first. */
const backendMs = 1_000;

interface IssuedToken {
  readonly accessToken: string;
  readonly grantId: string;
  readonly expireTime: number;
}

/** What a viewer saw from before the renewal until after the first token was revoked and had expired. */
interface Renewal {
  readonly engines: readonly (string | undefined)[];
  readonly frames: readonly SeenFrame[];
  readonly phases: readonly string[];
  readonly events: readonly string[];
  readonly tokenReasons: readonly string[];
  /** The same after the second token was revoked too. */
  readonly tokenReasonsAfterRevocation: readonly string[];
}

let oriel: SharedOriel;
let database: OpenDatabase;
let browser: Browser;
let renewals: Readonly<Record<string, Renewal>>;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

beforeAll(async () => {
  oriel = await sharedOriel();
  database = await openDatabase({ file: join(oriel.dataDir, 'oriel.db') });
  browser = await launchChromium();
  // At the same time, because each takes longer than a token lives. Media Source plays where there is no VideoDecoder.
  const [webcodecs, mediaSource] = await Promise.all([
    watchRenewal(''),
    watchRenewal('delete globalThis.VideoDecoder'),
  ]);
  renewals = { WebCodecs: webcodecs, 'Media Source': mediaSource };
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await database?.close();
  await oriel?.stop();
});

async function shorten(token: IssuedToken): Promise<IssuedToken> {
  const expireTime = Date.now() + tokenMs;
  await sql`update access_token_grant set expires_at = ${expireTime} where id = ${token.grantId}`.execute(
    database.db,
  );
  return { ...token, expireTime };
}

/** `script` runs in every document before its own scripts. */
async function watchRenewal(script: string): Promise<Renewal> {
  const issued: IssuedToken[] = [];
  const site = await startHostSite({
    server: () => oriel.origin,
    async token() {
      // After the revocation the viewer is closed.
      if (issued.length === 2) return '';
      if (issued.length > 0) await wait(backendMs);
      const made = (await oriel.oriel(['token', 'issue', '--app', appKey])) as IssuedToken;
      issued.push(issued.length > 0 ? made : await shorten(made));
      return made.accessToken;
    },
  });
  const app = await oriel.oriel(['app', 'create', '--name', 'shop', '--origin', site.origin]);
  const { appKey } = app as { appKey: string };
  const context = await browser.newContext();
  await context.addInitScript(script);
  const page = await openHostPage(context, site, {
    app: appKey,
    template: 'standard',
    url: 'ezopen://oriel/DEMO00001/1.hd.live',
    autoplay: true,
  });
  const states = async () => {
    const events = (await hostEvents(page)).filter(({ name }) => name === 'state');
    return events.map(({ detail }) => detail as { phase: string; engine?: string });
  };
  const phases = async () => (await states()).map(({ phase }) => phase);
  await eventually('playing', async () => (await phases()).at(-1) === 'playing');
  const screen = await watchScreen(await playerFrame(page));

  const [first] = issued as [IssuedToken];
  // The start is over then: a busy machine may show frames twice until the delay is small.
  await eventually('a request for a second token', async () => site.tokenReasons.length === 2, tokenMs);
  const engines = (await states()).map(({ engine }) => engine);
  await page.evaluate('window.events.length = 0');
  await screen.take();
  await eventually('a second token', async () => issued.length === 2, tokenMs);
  await wait(1_000);
  const [, second] = issued as [IssuedToken, IssuedToken];
  expect(first.expireTime - Date.now()).toBeGreaterThan(1_000);
  await oriel.oriel(['token', 'revoke', first.grantId]);
  await wait(first.expireTime - Date.now() + 6_000);
  const seen = {
    engines,
    frames: await screen.take(),
    phases: await phases(),
    events: (await hostEvents(page)).map(({ name }) => name),
    tokenReasons: [...site.tokenReasons],
  };

  await oriel.oriel(['token', 'revoke', second.grantId]);
  await eventually('the stream ended', async () => (await phases()).at(-1) !== 'playing');
  const tokenReasonsAfterRevocation = [...site.tokenReasons];
  await context.close();
  await site.close();
  return { ...seen, tokenReasonsAfterRevocation };
}

describe.each([
  ['WebCodecs', 'webcodecs'],
  ['Media Source', 'flv'],
])('with %s, a token with a short lifetime', (name, engine) => {
  it('is renewed without interruption, and only the new one can end the stream', () => {
    const { engines, frames, phases, events, tokenReasons, tokenReasonsAfterRevocation } = renewals[name]!;
    const gaps = frames.slice(1).map((one, index) => one.seenAtMs - (frames[index]?.seenAtMs ?? 0));
    const widest = Math.max(...gaps);
    process.stderr.write(`${name}: widest gap across renewal, revocation and expiry: ${widest} ms\n`);
    expect(engines).toContain(engine);
    expect(frames.length).toBeGreaterThan(100);
    const backwards = frames.filter(({ frame }, index) => frame <= (frames[index - 1]?.frame ?? 0));
    expect(backwards).toEqual([]);
    expect(phases.filter((phase) => phase !== 'playing')).toEqual([]);
    expect(events.filter((event) => event !== 'state')).toEqual([]);
    expect(tokenReasons).toEqual(['start', 'expired']);
    expect(tokenReasonsAfterRevocation).toEqual(['start', 'expired', 'expired']);
  });
});
