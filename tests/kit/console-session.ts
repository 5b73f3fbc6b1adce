import { Bearer, type TokenAnswer, tokenOf } from '../../app/_console/api/bearer.ts';
import { isEndOfSession } from '../../app/_console/api/create-api.ts';
import { DraftStorage } from '../../app/_console/session/draft-storage.ts';
import { Session, type TabMessage } from '../../app/_console/session/session.ts';
import { SessionStorage } from '../../app/_console/session/session-storage.ts';
import type { Credentials, SessionUser } from '../../app/_console/session/session-types.ts';
import { apiWorld, endedSession, envelope, failure, type SeenCall } from './console-api.ts';

const administrator: SessionUser = {
  userId: 1,
  userName: 'admin',
  nickName: '管理员',
  avatar: '',
  roleCodes: ['admin'],
  permissions: ['*:*:*'],
  tenantId: 't',
  deptName: null,
  pwdChangeRequired: false,
  totpRequired: false,
  totpAdvised: false,
  lastLoginTime: null,
};

const token: TokenAnswer = { token: 'short-lived', expiresInMs: 900_000 };

/** A fake server that can be set to be down, to end the session, or to deny access. */
function fakeServer() {
  const server = {
    calls: [] as string[],
    isDown: false,
    sessionEnded: false,
    userInfoFails: false,
    loginFails: null as string | null,
    loginBody: null as unknown,
    user: administrator,
    /** Responses to other calls, by path. Null: the default response. */
    extra: new Map<string, (call: SeenCall) => Response | null>(),
    callsOf: (path: string) => server.calls.filter((call) => call === path).length,
    answer(call: SeenCall): Response | Promise<Response> {
      const path = new URL(call.url).pathname.replace('/api/admin', '');
      server.calls.push(path);
      if (server.isDown) return Promise.reject(new TypeError('Failed to fetch'));
      const special = server.extra.get(path)?.(call);
      if (special) return special;
      if (path === '/login') {
        if (server.loginFails !== null) return failure(500, server.loginFails);
        server.loginBody = JSON.parse(String(call.body));
        return envelope(token);
      }
      if (server.sessionEnded) return endedSession();
      if (path === '/token/renew') return envelope(token);
      if (path === '/get-user-info' && server.userInfoFails) return failure(500);
      if (path === '/get-user-info') return envelope(server.user);
      if (path === '/getRouters') return envelope([{ path: '/index', name: 'index' }]);
      if (path === '/sys/area/tree') return envelope([{ id: 11, cityNum: 3, children: [] }]);
      if (path === '/captchaImage') return envelope({ captchaEnabled: false, registerEnabled: false });
      if (path === '/setup') return envelope({ needed: false });
      return envelope(null);
    },
  };
  return server;
}

/** BroadcastChannel between tabs of one browser. */
class FakeChannel {
  private readonly tabs: { owner: object; receive: (message: TabMessage) => void }[] = [];

  tab(owner: object) {
    return {
      post: (message: TabMessage) => {
        for (const tab of this.tabs) if (tab.owner !== owner) tab.receive(message);
      },
      onMessage: (receive: (message: TabMessage) => void) => void this.tabs.push({ owner, receive }),
    };
  }
}

interface WorldOptions {
  /** Path and query of the page. */
  readonly at?: string;
  readonly stored?: Readonly<Record<string, string>>;
  /** True: calls go to another backend, which pages cannot request directly. */
  readonly foreign?: boolean;
  /** Another tab of the same browser. */
  readonly shares?: { readonly stored: Map<string, string>; readonly channel: FakeChannel };
}

const memory = (kept: Map<string, string>) => ({
  get length() {
    return kept.size;
  },
  key: (index: number) => [...kept.keys()][index] ?? null,
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});

/** A page with a session, without a network. */
export function sessionWorld(options: WorldOptions = {}) {
  const server = fakeServer();
  const stored = options.shares?.stored ?? new Map(Object.entries(options.stored ?? {}));
  const channel = options.shares?.channel ?? new FakeChannel();
  const left: string[] = [];
  const storage = memory(stored);
  const ofTab = new Map<string, string>();
  const drafts = new DraftStorage(() => memory(ofTab));
  const world = apiWorld({ token: () => bearer.current(), expired: () => session.expire() });
  world.answer = (call) => server.answer(call);
  const bearer: Bearer = new Bearer(world.clock, async () => {
    try {
      const options = { quiet: true, withoutToken: true, allowDuplicate: true };
      return tokenOf(await world.api.post<TokenAnswer>('/token/renew', undefined, options));
    } catch (error) {
      if (bearer.hasToken && isEndOfSession(error)) session.expire();
      throw error;
    }
  });
  const session: Session = new Session({
    api: world.api,
    bearer,
    storage: new SessionStorage(storage, memory(ofTab)),
    drafts,
    clock: world.clock,
    notifier: world.notices,
    locale: () => 'zh-CN',
    here: () => options.at ?? '/index',
    origin: () => 'https://console.example',
    isGuarded: () => !options.foreign,
    leaveFor: (path) => void left.push(path),
    tabs: channel.tab(left),
  });
  const page = Object.assign(world, {
    server,
    stored,
    ofTab,
    drafts,
    storage,
    channel,
    left,
    session,
    heldToken: () => bearer.current(),
  });
  return Object.assign(page, {
    async signedIn(credentials: Partial<Credentials> = {}) {
      await session.login({
        accountNo: 'admin',
        password: 'Correct-horse-1',
        rememberMe: false,
        ...credentials,
      });
      return page;
    },
  });
}
