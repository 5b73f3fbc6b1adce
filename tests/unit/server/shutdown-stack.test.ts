import { expect } from 'expect';
import { describe, it } from 'vitest';
import { silentLogger } from '../../../lib/kernel/logger.ts';
import { ShutdownStack } from '../../../lib/server/shutdown-stack.ts';

describe('the shutdown stack', () => {
  it('stops in reverse order, once, even if a part fails', async () => {
    const stopped: string[] = [];
    const failures: unknown[] = [];
    const stops = new ShutdownStack({ ...silentLogger, error: (fields) => failures.push(fields.part) });
    stops.add('database', () => void stopped.push('database'));
    stops.add('broken', () => Promise.reject(new Error('no')));
    stops.add('http', async () => void stopped.push('http'));
    await Promise.all([stops.run(), stops.run()]);
    expect(stopped).toEqual(['http', 'database']);
    expect(failures).toEqual(['broken']);
  });
});
