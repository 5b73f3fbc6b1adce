import type { Frame, Page } from 'playwright-core';
import { eventually, playerFrame } from './host-page.ts';

type Made = Record<string, (...args: unknown[]) => Promise<unknown>> & {
  on(name: string, listener: (payload: unknown) => void): void;
};
interface PageWindow {
  EZUIKit: {
    EZUIKitPlayer: (new (
      options: object,
    ) => Made) & {
      EVENTS: Record<string, string | Record<string, string>>;
    };
  };
  made: Made;
  heard: { name: string; payload: unknown }[];
}

/** A page that creates a player by the EZUIKit facade, with all its callbacks and events. */
export class EzuikitPage {
  constructor(
    readonly page: Page,
    private readonly accessToken: string,
  ) {}

  /** Resolves when the first frame is on the screen. */
  async make(options: Readonly<Record<string, unknown>>): Promise<void> {
    await this.page.evaluate(
      (given) => {
        const host = window as unknown as PageWindow;
        const { EZUIKitPlayer } = host.EZUIKit;
        host.heard = [];
        const hear = (name: string) => (payload: unknown) => {
          const { target: _, ...fields } = (payload ?? {}) as Record<string, unknown>;
          const isPlain = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
          host.heard.push({ name, payload: isPlain ? fields : payload });
        };
        const names = ['handleSuccess', 'handleError', 'handleInitSuccess'];
        host.made = new EZUIKitPlayer({
          id: 'video-container',
          ...given,
          ...Object.fromEntries(names.map((name) => [name, hear(name)])),
        });
        const events = Object.values(EZUIKitPlayer.EVENTS).flatMap((event) =>
          typeof event === 'string' ? [event] : Object.values(event),
        );
        // One name is in two groups.
        for (const name of new Set(events)) host.made.on(name, hear(name));
      },
      { accessToken: this.accessToken, ...options },
    );
    await this.heard('handleSuccess');
  }

  /** Result of a call, or `{rejected}` with what the page can read of it. */
  call(name: string, ...args: unknown[]): Promise<unknown> {
    return this.page.evaluate(
      async ([name, args]) => {
        const plain = (value: unknown) =>
          JSON.parse(
            JSON.stringify(value ?? null, (_, part) =>
              part instanceof Blob || part instanceof Uint8Array ? 'bytes' : part,
            ),
          );
        const { made } = window as unknown as PageWindow;
        try {
          return plain(await made[name]!(...args));
        } catch (error) {
          const { code, message, data } = error as Record<string, unknown>;
          return { rejected: plain({ code, message, data }) };
        }
      },
      [name, args] as const,
    );
  }

  /** Payloads of an event or callback so far, when there are at least this many. */
  heard(name: string, count = 1): Promise<unknown[]> {
    const read = () =>
      this.page.evaluate(
        (name) =>
          (window as unknown as PageWindow).heard
            .filter((each) => each.name === name)
            .map(({ payload }) => payload),
        name,
      );
    return eventually(
      name,
      async () => {
        const payloads = await read();
        return payloads.length >= count ? payloads : null;
      },
      40_000,
    );
  }

  frame(): Promise<Frame> {
    return playerFrame(this.page);
  }
}
