import { type ApiParts, createApi } from '../../app/_console/api/create-api.ts';
import type { Notice, Notifier } from '../../app/_console/ui/toasts/notifier.ts';
import type { Locale } from '../../lib/i18n/translate.ts';
import { FakeClock } from './fake-clock.ts';

/** Bodies are read in turns of the event loop that no clock of ours moves. */
export async function answered(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** One call as the network saw it. */
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

/** Notices as people would see them, in order. */
export class RecordedNotices implements Notifier {
  readonly shown: Notice[] = [];
  /** What stands on the screen now, by id. */
  readonly standing = new Map<string, Notice>();

  show(notice: Notice): string {
    const id = String(this.shown.push(notice));
    this.standing.set(id, notice);
    return id;
  }

  replace(id: string, notice: Notice): void {
    this.shown.push(notice);
    this.standing.set(id, notice);
  }

  dismiss(id: string): void {
    this.standing.delete(id);
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

/** Never answers; ends when it is aborted, as `fetch` does. */
export const silence = (call: { readonly signal?: AbortSignal | null }) =>
  new Promise<Response>((_, reject) => {
    call.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

/** The wrapper in a world without a network: calls are recorded, answers are given, time is moved. */
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
    /** Takes the whole call, for answers that look at its signal. */
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
