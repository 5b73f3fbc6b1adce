// A process that serves one list of people on one database, and beside it a bare handler. It tells its own processor
// time and memory when asked, so that whoever measures is not measured.
// Arguments: people in the list; a `postgres://` address, or nothing for the embedded database.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../lib/db/client.ts';
import { tableService } from '../../lib/domain/resource/table-service.ts';
import { resourceRoutes } from '../../lib/http/admin/resource-routes.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import { type Logger, silentLogger } from '../../lib/kernel/logger.ts';
import { streamWebResponse, toWebRequest } from '../../lib/server/http/web-handler.ts';
import { testConsole } from './console.ts';
import { testOrigin } from './domain.ts';
import { addDepts, addPeople } from './resource.ts';
import { people, peopleInTable } from './resource-people.ts';

/** Faults are told; everything else would cost what is measured. */
const loudLogger: Logger = {
  ...silentLogger,
  error: (fields, message) => console.error(message, fields),
  child: () => loudLogger,
};
const [count = '10000', url] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'oriel-bench-'));
const database = await openDatabase(url ? { url } : { file: join(folder, 'bench.db') });
const service = tableService({ database, clock: systemClock }, peopleInTable);
const app = await testConsole(
  database,
  { log: loudLogger },
  { routes: resourceRoutes({ definition: people, service }) },
);
const { id: deptId } = await addDept();
await addPeople(database, Number(count), { tenantId: 'default', deptId });
// Reaches one department, sees nothing whole.
const clerk = await app.signIn({
  permissions: ['test:people:list', 'test:people:export'],
  dataScope: 2,
  roleDepts: [deptId],
  maskScope: 3,
});

async function addDept() {
  await addDepts(database, 'default');
  return database.db
    .selectFrom('dept')
    .select('id')
    .where('deptName', '=', '部门1')
    .executeTakeFirstOrThrow();
}

const server = createServer(async (request, response) => {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const asked = toWebRequest(request, testOrigin, gone.signal);
  const answer = asked.url.endsWith('/bare')
    ? Response.json({ code: 20001, success: true, data: { records: [] } })
    : await app.handle(asked);
  await streamWebResponse(answer, request, response, gone.signal);
});

process.on('message', (asked) => {
  if (asked === 'usage') {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1_000, rssBytes: process.memoryUsage.rss() });
  } else void stop();
});

async function stop(): Promise<void> {
  server.closeAllConnections();
  server.close();
  app.console.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port, bearer: clerk.bearer });
});
