import { join } from 'node:path';
import { openDatabase } from '../../lib/db/client.ts';
import { sessionCookies } from '../../lib/http/admin/session-cookie.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import { loadSecrets } from '../../lib/server/secrets.ts';
import { testConsole } from '../kit/console.ts';
import { describeMatrix } from '../kit/matrix-suite.ts';
import { rounds } from '../kit/soak.ts';
import { startOriel } from '../kit/start-oriel.ts';

// The same over real sockets, through the whole server including `proxy.ts`. Users and rows are inserted directly into
// its database; the server authenticates them by itself.
describeMatrix('access to every call of the running server', async () => {
  const oriel = await startOriel();
  const database = await openDatabase({ file: join(oriel.dataDir, 'oriel.db') });
  const { master, media, session } = await loadSecrets({ dataDir: oriel.dataDir });
  const secrets = { masterKey: master[0], mediaKeys: media, sessionKeys: session };
  const handle = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set('origin', oriel.origin);
    const hasBody = request.method !== 'GET' && request.body !== null;
    return fetch(oriel.origin + pathname + search, {
      method: request.method,
      headers,
      redirect: 'manual',
      ...(hasBody ? { body: await request.arrayBuffer() } : {}),
    });
  };
  const app = await testConsole(database, { secrets, clock: systemClock }, {}, handle);
  const past = { ...systemClock, now: () => Date.now() - 16 * 60_000 };
  const earlier = await testConsole(database, { secrets, clock: past }, {}, handle);

  const { secret } = await app.adminConsole.sessions.open({
    tenantId: 'default',
    userId: (await app.root()).userId,
    address: '192.0.2.10',
    userAgent: '',
    isRemembered: true,
  });
  const [cookie = ''] = (await sessionCookies(session).make(secret, false, 3_600_000)).split(';');

  return {
    app,
    // `tests/api/console-matrix.test.ts` makes every call; here some suffice, because they share the same path through
    // the server.
    step: rounds(13, 1),
    expired: (permissions) => earlier.signIn({ permissions }),
    strangers: [
      [
        'the cookie of the first administrator alone',
        {
          call: (method, path, init = {}) =>
            app.anonymous.call(method, path, { ...init, headers: { ...init.headers, cookie } }),
        },
      ],
    ],
    async stop() {
      earlier.stop();
      app.stop();
      await database.close();
      await oriel.stop();
    },
  };
});
