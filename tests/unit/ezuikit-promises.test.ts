import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { CallPromise } from '../../host-sdk/ezuikit/call-promise.ts';

/** What Node would report as unhandled rejections; Vitest's own listeners wait meanwhile. */
let unhandled: unknown[];
let others: NodeJS.UnhandledRejectionListener[];
const note = (reason: unknown) => unhandled.push(reason);

beforeEach(() => {
  unhandled = [];
  others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', note);
});
afterEach(() => {
  process.removeAllListeners('unhandledRejection');
  for (const listener of others) process.on('unhandledRejection', listener);
});
/** Rejections are reported before it. */
const settled = () => new Promise<void>((done) => setImmediate(done));

const ours = new Error('destroyed');
const failed = () => CallPromise.of(Promise.resolve().then(() => Promise.reject(ours)));

describe('the promise of a call that fails', () => {
  it('is no unhandled rejection, ignored or with handlers of success only', async () => {
    failed();
    failed().then(() => 1);
    failed()
      .then(() => 1)
      .then(() => 2)
      .finally(() => {});
    await settled();
    expect(unhandled).toEqual([]);
  });

  it('rejects for those who wait for it, and continues after a handler', async () => {
    await expect(failed()).rejects.toBe(ours);
    await expect(failed().then(() => 1)).rejects.toBe(ours);
    await expect(failed().catch(() => 'handled')).resolves.toBe('handled');
    await expect(CallPromise.of(Promise.resolve(3)).then((value) => value + 1)).resolves.toBe(4);
    await settled();
    expect(unhandled).toEqual([]);
  });

  it('hides nothing that the page itself throws', async () => {
    const own = new Error('of the page');
    const thrown = () => {
      throw own;
    };
    CallPromise.of(Promise.resolve()).then(thrown);
    failed().catch(thrown);
    CallPromise.of(Promise.resolve())
      .then(thrown)
      .then(() => 1);
    CallPromise.of(Promise.resolve())
      .then(thrown)
      .catch(() => {});
    await settled();
    expect(unhandled).toEqual([own, own, own]);
  });
});
