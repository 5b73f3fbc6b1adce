import type { Browser, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { type FacadeHost, startFacadeHost } from './ezuikit-host.ts';
import type { Journal, Journey } from './ezuikit-journeys.ts';
import { EzuikitPage } from './ezuikit-page.ts';
import { recordedKeyOf } from './recorded-key.ts';
import { type OrielInstance, type SharedOriel, sharedOriel } from './start-oriel.ts';

export interface EzuikitWorld {
  readonly oriel: SharedOriel;
  /** Of an application that may show all cameras. */
  readonly accessToken: string;
  /** Requests of page and frames, in order. */
  readonly requested: string[];
  /** Uncaught errors and console errors. */
  readonly complaints: string[];
  /** Runs a journey in a page that loads the facade from the server; resolves with its journal. */
  run(name: 'journeyOf7' | 'journeyOf9', kind: 'script' | 'module'): Promise<Journal>;
  /** A page of its own that has loaded the facade. */
  open(viewport?: { readonly width: number; readonly height: number }): Promise<EzuikitPage>;
  /** `data` of a call of the open platform. */
  lapp(path: string, form: Readonly<Record<string, string>>): Promise<unknown>;
  /** Identity of a channel. */
  recordedKey(serial: string): Promise<{ readonly tenantId: string; readonly channelId: string }>;
  close(): Promise<void>;
}

/**
 * The shared server with its demo cameras, or one of the file, which `close` stops; a page on another origin, and Chromium.
 */
export async function startEzuikitWorld(own?: OrielInstance): Promise<EzuikitWorld> {
  const oriel = own ?? (await sharedOriel());
  let appKey = '';
  const host: FacadeHost = await startFacadeHost(
    () => oriel.origin,
    () => appKey,
  );
  const app = await oriel.oriel(['app', 'create', '--name', 'shop', '--origin', host.origin]);
  appKey = (app as { appKey: string }).appKey;
  const issued = await oriel.oriel(['token', 'issue', '--app', appKey]);
  const { accessToken } = issued as { accessToken: string };
  const browser: Browser = await launchChromium();
  const requested: string[] = [];
  const complaints: string[] = [];
  const lapp: EzuikitWorld['lapp'] = async (path, form) => {
    const body = new URLSearchParams({ ...form, accessToken });
    const answer = await fetch(`${oriel.origin}/api/lapp/${path}`, { method: 'POST', body });
    return ((await answer.json()) as { data: unknown }).data;
  };
  return {
    oriel,
    accessToken,
    requested,
    complaints,
    async run(name, kind) {
      const context = await browser.newContext({ acceptDownloads: true });
      const page: Page = await host.open(context, kind);
      page.on('request', (request) => requested.push(request.url()));
      context.on('weberror', (error) => complaints.push(String(error.error())));
      const journey: Journey = {
        accessToken,
        url: 'ezopen://open.ys7.com/DEMO00001/1.hd.live',
        otherUrl: 'ezopen://open.ys7.com/DEMO00002/1.live',
        firstFrameMs: 40_000,
        recordingMs: 3_000,
      };
      const journal = await page.evaluate(
        async ({ name, journey }) => {
          const path = '/journeys.js';
          return (await import(path))[name](journey) as Promise<Journal>;
        },
        { name, journey },
      );
      await context.close();
      return journal;
    },
    async open(viewport = { width: 1_000, height: 700 }) {
      const context = await browser.newContext({ acceptDownloads: true, viewport });
      return new EzuikitPage(await host.open(context), accessToken);
    },
    lapp,
    recordedKey: (serial) => recordedKeyOf(oriel.origin, accessToken, serial),
    async close() {
      await browser.close();
      await host.close();
      await oriel.stop();
    },
  };
}
