import { expect } from 'expect';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { type TestDomain, testDomain } from '../kit/domain.ts';
import { recordLog } from '../kit/record-log.ts';
import { rounds } from '../kit/soak.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
process.stdout.write(`open-platform forms: ORIEL_SEED=${seed}\n`);

const paths = [
  ...['token/get', 'device/info', 'device/capacity', 'live/url/ezopen', 'live/talk/url'],
  ...['voice/query', 'voice/send', 'voice/sendonce'],
].map((call) => `/api/lapp/${call}`);
const names = [
  'appKey',
  'appSecret',
  'accessToken',
  'deviceSerial',
  'channelNo',
  'ezopen',
  'fileUrl',
  'voiceText',
  'pageStart',
  'cameras',
  'expireSeconds',
  'lang',
  '__proto__',
];
/** PostgreSQL is slower, and differs only in which characters it accepts in text. */
const runs = { libsql: rounds(300, 5_000), PostgreSQL: rounds(100, 1_000) } as const;

describe.each(engines)('open-platform forms on $engine', ({ engine, start }) => {
  let bench: DatabaseBench;
  let domain: TestDomain;
  let app: Awaited<ReturnType<TestDomain['integrator']>>;
  const { log, lines } = recordLog();

  beforeAll(async () => {
    bench = await start();
    domain = await testDomain(await bench.open(), { log });
    app = await domain.integrator();
  });
  afterAll(() => bench.stop());

  it(`get a valid response, never an unexpected failure (${runs[engine]} forms)`, async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom(
        'DEMO00001',
        '1',
        'live',
        '',
        '\0',
        "' or 1=1 --",
        '1e999',
        'ezopen://a/DEMO00001/1.live',
      ),
      fc.nat(4).map((pick) => Object.values(app)[pick]?.toString() ?? ''),
    );
    const form = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 8 })), text), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), form, async (path, fields) => {
        const answer = await domain.call(path, new URLSearchParams(fields)); // throws for a code outside the catalogue
        expect(answer.code).not.toBe('50000');
      }),
      { seed, numRuns: runs[engine] },
    );
    expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
  }, 120_000);
});
