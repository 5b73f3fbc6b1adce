import { expect } from 'expect';
import { it } from 'vitest';
import { webhookSender } from '../../lib/domain/alarms/webhook-sender.ts';
import type { Logger } from '../../lib/kernel/logger.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { FakeClock } from '../kit/fake-clock.ts';

it('an outage of the database is one line, and reads become rare until it ends', async () => {
  const clock = new FakeClock();
  const lines: string[] = [];
  const log = {
    ...silentLogger,
    error: () => void lines.push('error'),
    info: () => void lines.push('info'),
  } as Logger;
  let isDown = true;
  let reads = 0;
  const query: object = new Proxy(
    {},
    { get: (_, name) => (name === 'execute' ? async () => [] : () => query) },
  );
  const db = {
    selectFrom() {
      reads += 1;
      if (isDown) throw new Error('no connection');
      return query;
    },
  };
  const sender = webhookSender({ db, clock, log, sealer: {}, post: async () => {} } as never);
  for (let second = 0; second < 300; second += 1) await clock.advance(1_000);
  expect(lines).toEqual(['error']);
  expect(reads).toBeGreaterThan(8);
  expect(reads).toBeLessThan(30);
  isDown = false;
  for (let second = 0; second < 40; second += 1) await clock.advance(1_000);
  expect(lines).toEqual(['error', 'info']);
  sender.stop();
});
