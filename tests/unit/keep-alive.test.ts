import { expect } from 'expect';
import { describe, it } from 'vitest';
import {
  KeepAlive,
  type KeepAliveMethod,
  type KeepAliveOptions,
  keepAliveTerms,
} from '../../lib/media/sources/rtsp/keep-alive.ts';

const all: readonly KeepAliveMethod[] = ['GET_PARAMETER', 'SET_PARAMETER', 'OPTIONS'];

/** A camera with one status for each method; null: it does not answer. */
function camera(statuses: Partial<Record<KeepAliveMethod, number | null>>, methods = all) {
  const sent: KeepAliveMethod[] = [];
  const options: KeepAliveOptions = {
    everyMs: 7_500,
    methods,
    requestMs: 4_000,
    send: async (method) => {
      sent.push(method);
      return statuses[method] ?? null;
    },
  };
  return { sent, statuses, keepAlive: new KeepAlive(options) };
}

const answer = (headers: readonly (readonly [string, string])[], status = 200) => ({
  kind: 'response' as const,
  status,
  headers: new Map(headers.map(([name, value]) => [name, [value]])),
  body: new Uint8Array(0),
});

describe('methods and interval', () => {
  it.each([
    ['OPTIONS, DESCRIBE, SETUP, PLAY', ['OPTIONS']],
    ['OPTIONS,get_parameter,PLAY', ['GET_PARAMETER', 'OPTIONS']],
    ['SET_PARAMETER, OPTIONS, GET_PARAMETER', all],
    ['X_GET_PARAMETER', ['OPTIONS']],
  ])('of a camera that offers %s: %j', (offer, methods) => {
    expect(keepAliveTerms(answer([['public', offer]]), null).methods).toEqual(methods);
  });

  it('are OPTIONS alone where OPTIONS was refused', () => {
    expect(keepAliveTerms(answer([['public', 'GET_PARAMETER']], 501), null).methods).toEqual(['OPTIONS']);
  });

  it.each([
    [null, 30_000],
    [15, 7_500],
    [1, 2_000],
    [86_400, 60_000],
  ])('are half of a timeout of %p s, within limits', (timeout, everyMs) => {
    expect(keepAliveTerms(answer([]), timeout).everyMs).toBe(everyMs);
  });
});

describe('renewing a session', () => {
  it('keeps a method that works', async () => {
    const { sent, keepAlive } = camera({ GET_PARAMETER: 200 });
    expect([await keepAlive.renew(), await keepAlive.renew()]).toEqual(['renewed', 'renewed']);
    expect(sent).toEqual(['GET_PARAMETER', 'GET_PARAMETER']);
  });

  it.each([454, 501, 405, 451, null])(
    'tries the next method after %p, and keeps the one that works',
    async (no) => {
      const { sent, keepAlive } = camera({ GET_PARAMETER: no, SET_PARAMETER: no, OPTIONS: 200 });
      expect([await keepAlive.renew(), await keepAlive.renew()]).toEqual(['renewed', 'renewed']);
      expect(sent).toEqual([...all, 'OPTIONS']);
    },
  );

  it('returns to the first method when the one that worked does so no more', async () => {
    const { sent, statuses, keepAlive } = camera({ GET_PARAMETER: 501, SET_PARAMETER: 501, OPTIONS: 200 });
    await keepAlive.renew();
    Object.assign(statuses, { GET_PARAMETER: 200, OPTIONS: null });
    expect(await keepAlive.renew()).toBe('renewed');
    expect(sent.slice(3)).toEqual(['OPTIONS', 'GET_PARAMETER']);
  });

  it.each([
    [{ GET_PARAMETER: 501, SET_PARAMETER: 454, OPTIONS: null }, 'gone'],
    [{ GET_PARAMETER: 501, SET_PARAMETER: null, OPTIONS: 500 }, 'refused'],
    [{ GET_PARAMETER: null, SET_PARAMETER: null, OPTIONS: null }, 'silent'],
  ])('tries each method once where none works: %j is %s', async (statuses, outcome) => {
    const { sent, keepAlive } = camera(statuses);
    expect(await keepAlive.renew()).toBe(outcome);
    expect(sent).toEqual(all);
  });

  it('waits for all answers no longer than one interval, and for one no longer than a request', async () => {
    const waits: number[] = [];
    const renew = (everyMs: number, methods: readonly KeepAliveMethod[]) =>
      new KeepAlive({
        everyMs,
        methods,
        requestMs: 4_000,
        send: async (_method, waitMs) => {
          waits.push(waitMs);
          return null;
        },
      }).renew();
    await renew(7_500, all);
    await renew(30_000, ['OPTIONS']);
    expect(waits).toEqual([2_500, 2_500, 2_500, 4_000]);
  });

  it('sends nothing while an answer is pending', async () => {
    let respond = (_status: number) => {};
    let sent = 0;
    const keepAlive = new KeepAlive({
      everyMs: 7_500,
      methods: ['OPTIONS'],
      requestMs: 4_000,
      send: () => {
        sent += 1;
        return new Promise((resolve) => {
          respond = resolve;
        });
      },
    });
    const first = keepAlive.renew();
    expect(await keepAlive.renew()).toBeNull();
    expect(sent).toBe(1);
    respond(200);
    expect(await first).toBe('renewed');
    void keepAlive.renew();
    expect(sent).toBe(2);
  });
});
