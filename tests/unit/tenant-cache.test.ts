import { expect } from 'expect';
import { describe, it, vi } from 'vitest';
import { TenantCache } from '../../lib/domain/tenancy/tenant-cache.ts';
import { FakeClock } from '../kit/fake-clock.ts';

describe('a cache of organisations', () => {
  const made = (maxKeys = 10) => {
    const clock = new FakeClock();
    return { clock, cache: new TenantCache<string>({ clock, keepMs: 5_000, maxKeys }) };
  };

  it('reads once, until the time is over', async () => {
    const { clock, cache } = made();
    const read = vi.fn(async () => 'value');
    expect(await cache.read('acme', 'a', read)).toBe('value');
    await clock.advance(4_999);
    await cache.read('acme', 'a', read);
    expect(read).toHaveBeenCalledTimes(1);
    await clock.advance(1);
    await cache.read('acme', 'a', read);
    expect(read).toHaveBeenCalledTimes(2);
    expect(cache.stats('acme')).toEqual({ hits: 1, misses: 2 });
  });

  it('keeps the organisations apart', async () => {
    const { cache } = made();
    await cache.read('acme', 'a', async () => 'ours');
    await cache.read('other', 'a', async () => 'theirs');
    expect([await cache.peek('acme', 'a'), await cache.peek('other', 'a')]).toEqual(['ours', 'theirs']);
    cache.forget('acme');
    expect([cache.keys('acme'), cache.keys('other')]).toEqual([[], ['a']]);
    expect(cache.stats('nobody')).toEqual({ hits: 0, misses: 0 });
  });

  it('does not keep what could not be read', async () => {
    const { cache } = made();
    await expect(cache.read('acme', 'a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(cache.keys('acme')).toEqual([]);
    expect(await cache.read('acme', 'a', async () => 'up')).toBe('up');
  });

  it('is bounded', async () => {
    const { cache } = made(3);
    for (let n = 0; n < 10; n += 1) await cache.read('acme', `key${n}`, async () => 'value');
    expect(cache.keys('acme').length).toBeLessThanOrEqual(3);
    expect(cache.keys('acme')).toContain('key9');
  });
});
