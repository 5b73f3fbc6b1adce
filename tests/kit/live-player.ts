import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import type { RecordingKey } from '../../lib/media/ports.ts';
import { launchChromium } from './chromium.ts';
import { eventually, type HostSite, playerFrame, startHostSite } from './host-page.ts';
import { recordedKeyOf } from './recorded-key.ts';
import { type OrielInstance, type SharedOriel, sharedOriel, startOriel } from './start-oriel.ts';

/** Folder for screenshots, for review by a person. */
const shots = process.env.ORIEL_SHOTS;

interface HostWindow {
  readonly ready?: boolean;
  readonly oriel: { createPlayer(container: Element | null, options: object): HostPlayer };
  player: HostPlayer;
  reported: Reported[];
}
type HostPlayer = Record<string, (options?: unknown) => Promise<unknown>> & {
  readonly state: Record<string, unknown>;
  on(name: string, listener: (data: unknown) => void): void;
};

export interface Reported {
  readonly name: string;
  /** Blobs are replaced by their size and type. */
  readonly data: Record<string, unknown>;
}

const eventNames = [
  ...['handleSuccess', 'handleError', 'enableZoom', 'closeZoom', 'ptz', 'startSave', 'stopSave'],
  ...['capturePicture', 'state', 'esc', 'fullScreen', 'changePlayUrl', 'seek', 'timeline', 'gap'],
  ...['pictureInPicture', 'startTalk', 'stopTalk', 'handleTalkError', 'talkVolume'],
];

/** The whole product with its demo camera, a host page, and a browser. */
export class LiveStage<Server extends SharedOriel = OrielInstance> {
  private constructor(
    readonly oriel: Server,
    readonly site: HostSite,
    readonly browser: Browser,
    readonly app: string,
    readonly token: string,
  ) {}

  /** With a server of its own. */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<LiveStage> {
    return LiveStage.on(await startOriel({ env }));
  }

  /** On the server that files share which only play. */
  static async startShared(): Promise<LiveStage<SharedOriel>> {
    return LiveStage.on(await sharedOriel());
  }

  private static async on<Server extends SharedOriel>(oriel: Server): Promise<LiveStage<Server>> {
    let token = '';
    const site = await startHostSite({ server: () => oriel.origin, token: async () => token });
    const made = await oriel.oriel(['app', 'create', '--name', 'shop', '--origin', site.origin]);
    const app = (made as { appKey: string }).appKey;
    const issued = await oriel.oriel(['token', 'issue', '--app', app]);
    token = (issued as { accessToken: string }).accessToken;
    return new LiveStage(oriel, site, await launchChromium(), app, token);
  }

  async close(): Promise<void> {
    await this.browser?.close();
    await this.site?.close();
    await this.oriel?.stop();
  }

  /** Where our storage keeps the recordings of a camera: a playback ticket contains the identity of its channel. */
  async recordedKey(serial: string): Promise<RecordingKey> {
    return recordedKeyOf(this.oriel.origin, this.token, serial);
  }

  /** A page with one player of this size. Resolves when it plays, unless `isPlaying` is false. */
  async open(
    player: Readonly<Record<string, unknown>> = {},
    {
      width = 800,
      height = 450,
      context: wish = {},
      isPlaying = true,
      script = '',
      browser = this.browser,
    }: {
      width?: number;
      height?: number;
      context?: BrowserContextOptions;
      isPlaying?: boolean;
      /** Runs in every document before its own scripts. */
      script?: string;
      browser?: Browser;
    } = {},
  ): Promise<LivePlayer> {
    const context = await browser.newContext({ viewport: { width, height }, ...wish });
    if (script) await context.addInitScript(script);
    const page = await context.newPage();
    await page.goto(this.site.origin);
    await page.waitForFunction(() => (window as unknown as HostWindow).ready === true);
    await page.addStyleTag({ content: '#player{width:100vw!important;height:100vh!important}' });
    await page.evaluate(
      ({ options, names }) => {
        const host = window as unknown as HostWindow;
        host.reported = [];
        host.player = host.oriel.createPlayer(document.querySelector('#player'), {
          ...options,
          getToken: async () => (await fetch('/token?reason=start', { method: 'POST' })).text(),
        });
        const plain = (_name: string, value: unknown) =>
          value instanceof Blob ? { size: value.size, type: value.type } : value;
        for (const name of names)
          host.player.on(name, (data) =>
            host.reported.push({ name, data: JSON.parse(JSON.stringify(data, plain)) }),
          );
      },
      {
        options: {
          server: this.oriel.origin,
          app: this.app,
          template: 'pcLive',
          url: 'ezopen://oriel/DEMO00001/1.live',
          language: 'zh-CN',
          width: '100%',
          height: '100%',
          ...player,
        },
        names: eventNames,
      },
    );
    const live = new LivePlayer(context, page);
    if (isPlaying) {
      await live.phase('playing');
      await live.frame.locator('.oriel-app').waitFor({ timeout: 30_000 });
    }
    return live;
  }
}

/** One player on a page of its own. */
export class LivePlayer {
  readonly frame: FrameLocator;

  constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    this.frame = page.frameLocator('iframe');
  }

  phase(name: string): Promise<unknown> {
    return eventually(`phase ${name}`, async () => (await this.state()).phase === name, 30_000);
  }

  state(): Promise<Record<string, unknown>> {
    return this.page.evaluate(() => (window as unknown as HostWindow).player.state ?? {});
  }

  /** Makes a call of the host page. Returns its result, blobs as size and type, or `{error}` with the code. */
  call(name: string, options: unknown = {}): Promise<Record<string, unknown>> {
    return this.page.evaluate(
      async ([method, wish]) => {
        const plain = (_key: string, value: unknown) =>
          value instanceof Blob ? { size: value.size, type: value.type } : value;
        const { player } = window as unknown as HostWindow;
        try {
          const answer = await (player[method as string] as (options: unknown) => Promise<unknown>)(wish);
          return JSON.parse(JSON.stringify(answer ?? {}, plain));
        } catch (error) {
          return { error: (error as { code?: string }).code ?? String(error) };
        }
      },
      [name, options],
    );
  }

  reported(name: string): Promise<Record<string, unknown>[]> {
    return this.page.evaluate(
      (wanted) =>
        (window as unknown as HostWindow).reported
          .filter((one) => one.name === wanted)
          .map((one) => one.data),
      name,
    );
  }

  button(name: string) {
    return this.frame.getByRole('button', { name, exact: true });
  }

  document() {
    return playerFrame(this.page);
  }

  /**
   * Starts recording the texts that appear at `selector` in the player. The returned function gives them in order,
   * including those that have disappeared since.
   */
  async receive(selector: string): Promise<() => Promise<readonly string[]>> {
    const seen = await (await this.document()).evaluateHandle((wanted) => {
      const texts: string[] = [];
      const look = () => {
        const text = document.querySelector(wanted)?.textContent?.trim();
        if (text && text !== texts.at(-1)) texts.push(text);
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
      return texts;
    }, selector);
    return () => seen.jsonValue();
  }

  /** Accessibility faults of impact serious or critical that axe-core finds in the player, by rule and element. */
  async faults(): Promise<string[]> {
    const inside = await this.document();
    const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await inside.evaluate(source);
    return inside.evaluate(async () => {
      interface Found {
        readonly id: string;
        readonly impact: string | null;
        readonly nodes: { readonly target: readonly string[] }[];
      }
      const { axe } = window as unknown as {
        axe: { run(where: object, options: object): Promise<{ violations: Found[] }> };
      };
      const { violations } = await axe.run(document, { resultTypes: ['violations'] });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    });
  }

  async shoot(name: string): Promise<void> {
    if (!shots) return;
    await this.page.waitForTimeout(300); // fade-in animations
    await this.page.screenshot({ path: join(shots, `${name}.png`) });
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
