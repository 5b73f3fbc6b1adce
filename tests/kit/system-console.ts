/** A console with departments and users, for tests of the system pages. */
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import type { DomainDeps } from '../../lib/domain/create-domain.ts';
import {
  type ConsoleAnswer,
  type ConsoleClient,
  type SignedIn,
  type TestConsole,
  testConsole,
} from './console.ts';
import { anyEngine, type DatabaseBench, engines } from './databases.ts';

export interface SystemConsole extends TestConsole {
  readonly root: TestConsole['root'];
  readonly founder: SignedIn;
  readonly db: OpenDatabase['db'];
  dept(deptName: string, parentId?: number): Promise<number>;
  role(values?: Record<string, unknown>): Promise<number>;
  user(values?: Record<string, unknown>): Promise<{ userId: number; password: string; userName: string }>;
  /** Ids of the menus with these permissions. */
  menus(...perms: string[]): Promise<number[]>;
}

/** The data of a response; fails unless the call succeeded. */
export function ok(answer: ConsoleAnswer) {
  if (answer.code !== 20001) throw new Error(answer.text);
  return answer.data;
}

/** Code and message of a rejection. */
export const outcome = ({ code, message }: ConsoleAnswer) => [code, message];

let made = 0;
const next = () => {
  made += 1;
  return made;
};

async function systemConsole(database: OpenDatabase, overrides: Overrides): Promise<SystemConsole> {
  const app = await testConsole(database, await overrides());
  const founder = await app.root();
  const add = async (path: string, body: Record<string, unknown>) =>
    ok(await founder.call('POST', path, { body }));
  return {
    ...app,
    founder,
    db: database.db,
    async dept(deptName, parentId = 0) {
      return (await add('/system/dept', { parentId, deptName, orderNum: 1, status: '0' })).deptId;
    },
    async role(values = {}) {
      const number = next();
      const body = {
        roleName: `角色甲${number}`,
        roleKey: `made_${number}`,
        roleSort: 9,
        status: '0',
        ...values,
      };
      return (await add('/system/role', body)).roleId;
    },
    async user(values = {}) {
      const userName = `person_${next()}`;
      const body = { userName, nickName: '某人', status: '0', ...values };
      return { userName, ...(await add('/system/user', body)) };
    },
    async menus(...perms) {
      const rows = await database.db
        .selectFrom('menu')
        .select(['id', 'perms'])
        .where('tenantId', '=', 'default')
        .where('perms', 'in', perms)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}

/** Changes of rows, each with the version that its row has now; 1 if there is no such row. */
export async function withVersions<Change extends object>(
  db: OpenDatabase['db'],
  table: 'user' | 'role' | 'dept' | 'menu' | 'application' | 'device' | 'channel',
  changes: readonly Change[],
): Promise<(Change & { readonly version: number })[]> {
  const rows: readonly { readonly id: unknown; readonly version: number }[] = await db
    .selectFrom(table as 'user')
    .select(['id', 'version'])
    .execute();
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  // The id is the first field.
  return changes.map((change) => ({ version: versions.get(Object.values(change)[0]) ?? 1, ...change }));
}

/** What the console of a test is created with. */
type Overrides = () => Promise<Partial<DomainDeps>>;
const none: Overrides = async () => ({});

/** `testConsole` returns a new console in each test. */
export const describeSystem = (
  name: string,
  tests: (testConsole: () => SystemConsole) => void,
  overrides = none,
): void => describeOn(anyEngine, name, tests, overrides);

/** On both engines, for behaviour that depends on SQL, transactions or locks. */
export const describeSystemOnBoth = (
  name: string,
  tests: (testConsole: () => SystemConsole) => void,
  overrides = none,
): void => describeOn(engines, name, tests, overrides);

function describeOn(
  on: readonly (typeof engines)[number][],
  name: string,
  tests: (testConsole: () => SystemConsole) => void,
  overrides: Overrides,
): void {
  describe.each(on)(`${name} on $engine`, ({ start }) => {
    let bench: DatabaseBench;
    let testConsole: SystemConsole;
    beforeAll(async () => {
      bench = await start();
    });
    afterAll(() => bench.stop());
    beforeEach(async () => {
      testConsole = await systemConsole(await bench.open(), overrides);
    });
    tests(() => testConsole);
  });
}

export const get = async (client: ConsoleClient, path: string, query: Record<string, string> = {}) =>
  ok(await client.call('GET', path, { query }));
