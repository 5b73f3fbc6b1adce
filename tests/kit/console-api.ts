import { type ApiParts, createApi } from '../../app/_console/api/create-api.ts';
import type { Notice, Notifier } from '../../app/_console/ui/toasts/notifier.ts';
import type { Locale } from '../../lib/i18n/translate.ts';
import { FakeClock } from './fake-clock.ts';

/** Response bodies are read in turns of the event loop, which the fake clock does not control. */
export async function answered(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** One call as sent. */
export interface SeenCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: BodyInit | null;
  readonly credentials: RequestCredentials | undefined;
  readonly redirect: RequestRedirect | undefined;
  readonly keepalive: boolean | undefined;
}

type Answering = (call: SeenCall) => Response | Promise<Response>;

/** Records notices in order. */
export class RecordedNotices implements Notifier {
  readonly shown: Notice[] = [];
  /** Visible notices by id. */
  readonly visible = new Map<string, Notice>();

  show(notice: Notice): string {
    const id = String(this.shown.push(notice));
    this.visible.set(id, notice);
    return id;
  }

  replace(id: string, notice: Notice): void {
    this.shown.push(notice);
    this.visible.set(id, notice);
  }

  dismiss(id: string): void {
    this.visible.delete(id);
  }

  get messages(): readonly string[] {
    return this.shown.map((notice) => notice.message);
  }
}

export const envelope = (data: unknown, more: object = {}) =>
  Response.json({ code: 20001, success: true, message: '', msg: '', data, ...more });
export const failure = (code: string | number, message = '', more: object = {}) =>
  Response.json({ code, success: false, message, msg: message, data: null, ...more });
export const endedSession = (code: string | number = 'U0230', message = '') =>
  Response.json({ code, success: false, message, msg: message, data: null }, { status: 401 });

/** Never responds; rejects when aborted, as `fetch` does. */
export const silence = (call: { readonly signal?: AbortSignal | null }) =>
  new Promise<Response>((_, reject) => {
    call.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

/** The request wrapper without a network: calls are recorded, responses are set by the test, time is a fake clock. */
export function apiWorld(overrides: Partial<ApiParts> = {}) {
  const clock = new FakeClock();
  const notices = new RecordedNotices();
  const calls: SeenCall[] = [];
  const world = {
    clock,
    notices,
    calls,
    token: null as string | null,
    expired: 0,
    locale: 'zh-CN' as Locale,
    answer: (() => envelope(null)) as Answering,
    /** Receives the whole call, for responses that depend on its signal. */
    network: null as ((init: RequestInit) => Promise<Response>) | null,
    setTime: (byMs: number) => clock.advance(byMs),
  };
  const api = createApi({
    base: () => '/api/admin',
    origin: () => 'https://console.example',
    fetch: (async (input: string, init: RequestInit) => {
      const call: SeenCall = {
        method: init.method ?? 'GET',
        url: input,
        headers: new Headers(init.headers),
        body: init.body ?? null,
        credentials: init.credentials,
        redirect: init.redirect,
        keepalive: init.keepalive,
      };
      calls.push(call);
      return world.network ? world.network(init) : world.answer(call);
    }) as typeof fetch,
    clock,
    notifier: notices,
    locale: () => world.locale,
    token: async () => world.token,
    expired: () => {
      world.expired += 1;
    },
    ...overrides,
  });
  return Object.assign(world, { api });
}
