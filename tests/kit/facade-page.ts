import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import type { FrameRecord } from './protocol-frame.ts';
import { type ProtocolPages, startProtocolPages } from './protocol-pages.ts';
export interface Facade {
  EZUIKitPlayer: new (options: object) => Record<string, (...args: unknown[]) => Promise<unknown>>;
  EZUIKitInspectionUI: new (container: unknown, options: object) => Inspection;
  parseStreamAddress(url: unknown): unknown;
}
export interface Inspection {
  pageIndex: number;
  pageSize: number;
  pages: number;
  nextPage(): void;
  lastPage(): void;
  pageTo(target: number): void;
  changePageSize(size: number): void;
  playAll(): Promise<void>;
  stopAll(): Promise<void>;
  startTurn(): void;
  stopTurn(): void;
  setDelay(delay: number): void;
  setLoop(isLoop: boolean): void;
  setText(text: string): void;
  setBackground(image: string): void;
  setList(list: unknown[]): void;
  getDeviceList(): unknown[];
  getScreen(index?: number): InspectionScreen;
  getScreenList(): InspectionScreen[];
  screenSelect(index: number): InspectionScreen;
  initPlayer(listIndex: number, screenIndex?: number, options?: object | string): unknown;
  destroyScreen(index: number): Promise<void>;
  destroy(keepsScreens?: boolean): Promise<void>;
}
interface InspectionScreen {
  options: { url?: string } | null;
  player: { iframe: HTMLIFrameElement } | null;
}
export type Reported = { name: string; payload: Record<string, unknown> };
export type FacadeWindow = Window & { EZUIKit: Facade; reported: Reported[]; made: Inspection };

/**
 * An integrator's page that loads the facade as a classic script from the player's server, and a frame that speaks the
 * protocol. `open` starts with an empty page for each test.
 */
export class FacadePage {
  page!: Page;
  /** URLs requested by the page and its frames. */
  requested: string[] = [];
  /** Uncaught errors. */
  complaints: string[] = [];
  #context: BrowserContext | null = null;

  private constructor(
    readonly browser: Browser,
    readonly pages: ProtocolPages,
  ) {}

  static async start(): Promise<FacadePage> {
    const pages = await startProtocolPages();
    return new FacadePage(await launchChromium(), pages);
  }

  async open(): Promise<void> {
    await this.#context?.close();
    const context = await this.browser.newContext();
    this.#context = context;
    this.complaints = [];
    this.requested = [];
    context.on('weberror', (error) => this.complaints.push(String(error.error())));
    this.page = await context.newPage();
    this.page.on('request', (request) => this.requested.push(request.url()));
    await this.page.goto(`${this.pages.host.origin}/`);
    await this.load();
  }

  /** As an integrator's page loads it: one script element that names the application. */
  async load(query = '', dataApp: string | null = 'app'): Promise<void> {
    await this.page.evaluate(
      ({ src, dataApp }) =>
        new Promise<void>((done) => {
          const script = Object.assign(document.createElement('script'), { src, onload: () => done() });
          if (dataApp) script.dataset.app = dataApp;
          document.head.append(script);
          (window as unknown as FacadeWindow).reported = [];
        }),
      { src: `${this.pages.player.origin}/sdk/v1/ezuikit.global.js${query}`, dataApp },
    );
  }

  /** Creates `window.made`, with handleError and other callbacks that write to `reported`. */
  async make(options: Record<string, unknown> = {}): Promise<void> {
    await this.page.evaluate((options) => {
      const { EZUIKit, reported } = window as unknown as FacadeWindow;
      const note = (name: string) => (payload: Record<string, unknown>) => reported.push({ name, payload });
      const player = new EZUIKit.EZUIKitPlayer({
        id: 'box',
        accessToken: 'the-token',
        url: 'ezopen://open.ys7.com/DEMO00001/1.live',
        handleError: note('handleError'),
        handleInitSuccess: note('handleInitSuccess'),
        handleSuccess: note('handleSuccess'),
        ...options,
      });
      Object.assign(window, { made: player });
    }, options);
  }

  reported(): Promise<Reported[]> {
    return this.page.evaluate(() => (window as unknown as FacadeWindow).reported);
  }

  /** The player frames, once there are `count` of them and each has its token. */
  async started(count = 1): Promise<Frame[]> {
    const deadline = performance.now() + 30_000;
    for (;;) {
      const { origin } = this.pages.player;
      const all = this.page.frames().filter((frame) => frame.url().startsWith(origin));
      const tokens = await Promise.all(all.map((frame) => tokensOf(frame).catch(() => 0)));
      if (all.length === count && tokens.every((each) => each > 0)) return all;
      if (performance.now() > deadline) throw new Error(`${all.length} frames, tokens: ${tokens.join()}`);
      await new Promise((next) => setTimeout(next, 50));
    }
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.pages.close();
  }
}

const tokensOf = (frame: Frame) =>
  frame.evaluate(() => (window as unknown as { record?: FrameRecord }).record?.tokens.length ?? 0);

/** Requests that reached the handlers of this frame. */
export const requestsIn = (frame: Frame) =>
  frame.evaluate(() => (window as unknown as { record: FrameRecord }).record.requests);
