// Time until a share link is refused, for each reason: unknown, expired, used up, wrong PIN. Whoever guesses must not learn
// from it which codes exist. With the cost of hashing of the product, on the embedded database, interleaved.
// ORIEL_BENCH_ROUNDS (60).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../lib/db/client.ts';
import { digest } from '../../lib/domain/crypto/digest.ts';
import { systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import { passwordHasher } from '../../lib/domain/identity/password-hasher.ts';
import { newShareCode } from '../../lib/domain/recordings/share-code.ts';
import { testDomain } from '../kit/domain.ts';
import { userRow } from '../kit/user-row.ts';
import { percentile } from './statistics.ts';

const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 60);
/** Of the slowest to the fastest. A quarter of the calls is faster than the value compared: other processes delay some. */
const target = 1.1;
const pin = '493021';

const folder = mkdtempSync(join(tmpdir(), 'oriel-bench-'));
const database = await openDatabase({ file: join(folder, 'oriel.db') });
try {
  const hasher = passwordHasher();
  const domain = await testDomain(database, { hasher });
  const { id: channelId } = await database.db.selectFrom('channel').select('id').executeTakeFirstOrThrow();
  const now = domain.clock.now();
  const pinHash = await hasher.hash(pin);
  const maker = { tenantId: 'default', username: 'guard', passwordHash: pinHash };
  await database.db.insertInto('user').values(userRow(maker, now)).execute();
  let made = 0;
  const link = async (over: { expiresAt?: number; maxOpens?: number; opens?: number }) => {
    const code = newShareCode(systemEntropy);
    made += 1;
    await database.db
      .insertInto('recordingShare')
      .values({
        ...{ id: made.toString(16).padStart(32, '0'), tenantId: 'default', name: 'bench', channelId },
        ...{ tokenHash: digest(code), mark: code.slice(0, 4), store: 'live', fromAt: now, toAt: now + 1e9 },
        ...{ expiresAt: now + 1e9, opens: 0, maxOpens: null, lastOpenedAt: null, createdBy: 'guard' },
        ...{ createdAt: now, pinHash, watermark: 0, embeddable: 0, ...over },
      })
      .execute();
    return code;
  };
  /** A new one each time: after ten wrong PINs a link is closed. */
  const cases: Record<string, () => Promise<{ code: string; pin: string }>> = {
    // What was written a moment before is the same in each case.
    unknown: async () => {
      await link({});
      return { code: newShareCode(systemEntropy), pin };
    },
    expired: async () => ({ code: await link({ expiresAt: now - 1 }), pin }),
    'used up': async () => ({ code: await link({ maxOpens: 1, opens: 1 }), pin }),
    'wrong PIN': async () => ({ code: await link({}), pin: '000000' }),
  };
  const times: Record<string, number[]> = {};
  const { shares } = domain.adminConsole.cameraPages;
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, key] of Object.entries(cases)) {
      const given = await key();
      const start = performance.now();
      const opened = await shares.open(given, `${name} ${round}`).catch(() => null);
      const ms = performance.now() - start;
      if (opened) throw new Error(`${name}: was opened`);
      // The first round loads the library and makes the hash to compare with.
      if (round > 0) times[name] = [...(times[name] ?? []), ms];
    }
  const figures = Object.entries(times).map(([name, all]) => [name, percentile(all, 0.25)] as const);
  for (const [name, ms] of figures) console.log(`${name.padEnd(10)} ${ms.toFixed(2)} ms`);
  const all = figures.map(([, ms]) => ms);
  const value = Math.round((Math.max(...all) / Math.min(...all)) * 1_000) / 1_000;
  const ok = value <= target;
  console.log(JSON.stringify({ bench: 'share-answers', value, unit: 'slowest / fastest', target, ok }));
  if (!ok) process.exitCode = 1;
  domain.stop();
} finally {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
