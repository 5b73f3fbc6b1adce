// A process that serves one list of people from one database, and a bare handler for comparison. It reports its own CPU
// time and memory on request, so that the client is not measured.
// Arguments: number of people; a `postgres://` URL or a file. The people are created unless they exist.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { consoleApiBase as base } from '../../lib/contracts/admin/api-base.ts';
import { openDatabase } from '../../lib/db/client.ts';
import { systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import { tableService } from '../../lib/domain/resource/table-service.ts';
import { adminHandler } from '../../lib/http/admin/admin-handler.ts';
import { adminRoutes } from '../../lib/http/admin/admin-routes.ts';
import { resourceRoutes } from '../../lib/http/admin/resource-routes.ts';
import { type Logger, silentLogger } from '../../lib/kernel/logger.ts';
import { streamWebResponse, toWebRequest } from '../../lib/server/http/web-handler.ts';
import { testConsole } from './console.ts';
import { testOrigin } from './domain.ts';
import { addDepts, addPeople } from './resource.ts';
import { people, peopleInTable } from './resource-people.ts';

/** Logs errors only: other lines would add to the measured cost. */
const loudLogger: Logger = {
  ...silentLogger,
  error: (fields, message) => console.error(message, fields),
  child: () => loudLogger,
};
const [count = '10000', place = ':memory:'] = process.argv.slice(2);
const database = await openDatabase(place.startsWith('postgres') ? { url: place } : { file: place });
const app = await testConsole(database, { log: loudLogger });
const service = tableService({ database, clock: app.clock }, peopleInTable);
const handle = adminHandler({
  routes: [...adminRoutes(app.adminConsole), ...resourceRoutes({ definition: people, service })],
  adminConsole: app.adminConsole,
  clock: app.clock,
  entropy: systemEntropy,
  log: loudLogger,
  base,
  publicOrigin: () => testOrigin,
});
const clerk = await database.db
  .selectFrom('user')
  .select('id')
  .where('username', '=', 'clerk')
  .executeTakeFirst();
const bearer = clerk ? await openFor(clerk.id) : await makePeople();

const root = await app.root();

async function openFor(userId: number): Promise<string> {
  const session = { tenantId: 'default', userId, address: '192.0.2.10', userAgent: '', isRemembered: true };
  return (await app.adminConsole.sessions.open(session)).token;
}

async function makePeople(): Promise<string> {
  await addDepts(database, 'default');
  const { id: deptId } = await database.db
    .selectFrom('dept')
    .select('id')
    .where('deptName', '=', '部门1')
    .executeTakeFirstOrThrow();
  await addPeople(database, Number(count), { tenantId: 'default', deptId });
  // Has access to one department and sees all masked fields masked.
  const made = await app.signIn({
    username: 'clerk',
    permissions: ['test:people:list', 'test:people:export'],
    dataScope: 2,
    roleDepts: [deptId],
    maskScope: 3,
  });
  return made.bearer;
}

const server = createServer(async (request, response) => {
  const gone = new AbortController();
  response.once('close', () => response.writableFinished || gone.abort());
  const requested = toWebRequest(request, testOrigin, gone.signal);
  const answer = requested.url.endsWith('/bare')
    ? Response.json({ code: 20001, success: true, data: { records: [] } })
    : await handle(requested);
  await streamWebResponse(answer, request, response, gone.signal);
});

process.on('message', (requested) => {
  if (requested === 'usage') {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1_000, rssBytes: process.memoryUsage.rss() });
  } else void stop();
});

// Ends with its parent, also when the bench fails.
process.once('disconnect', () => void stop());

async function stop(): Promise<void> {
  server.closeAllConnections();
  server.close();
  app.adminConsole.stop();
  await database.close();
  process.exit(0);
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port, bearer, rootBearer: root.bearer });
});
