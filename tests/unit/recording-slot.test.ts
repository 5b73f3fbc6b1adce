import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { RecordingSlot } from '../../player-frame/engines/recording-slot.ts';
import type { FromRecorder, ToRecorder } from '../../player-frame/recorder/messages.ts';

/** A recorder that starts at once, and ends when it is told to. */
class FakeWorker {
  static sent: string[] = [];
  onmessage: ((message: { data: FromRecorder }) => void) | null = null;

  postMessage(message: ToRecorder): void {
    FakeWorker.sent.push(message.t);
    if (message.t === 'open') this.answer({ t: 'opened', storage: 'memory' });
    if (message.t === 'attach') this.answer({ t: 'running' });
    if (message.t === 'attach') message.port.close();
    if (message.t === 'finish') this.answer({ t: 'file', file: null, problem: null });
  }
  terminate(): void {}

  private answer(data: FromRecorder): void {
    queueMicrotask(() => this.onmessage?.({ data }));
  }
}

const before = new Map(['Worker', 'navigator'].map((name) => [name, Reflect.get(globalThis, name)]));
const define = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true });
beforeEach(() => {
  FakeWorker.sent = [];
  define('Worker', FakeWorker);
  define('navigator', {});
});
afterEach(() => {
  for (const [name, value] of before) define(name, value);
});

/** An engine with a recorder. `ports`: whether it sends its samples, at each change. */
function engine() {
  const slot = new RecordingSlot('recorder.js');
  const ports: boolean[] = [];
  const feed = (port: MessagePort | null) => {
    ports.push(port !== null);
    port?.close();
  };
  return { slot, ports, feed };
}

describe('a recording that continues with another engine', () => {
  it('waits for the next one if that engine ends at once', async () => {
    const [first, second, third] = [engine(), engine(), engine()];
    const resume = await first.slot.record({}, () => false, first.feed);
    first.slot.leave();
    await expect(second.slot.record({ resume }, () => true, second.feed)).rejects.toMatchObject({
      failure: { code: 'record.unavailable' },
    });
    expect(await third.slot.record({ resume }, () => false, third.feed)).toBe(resume);
    expect(FakeWorker.sent).toEqual(['open', 'attach', 'detach', 'attach']);
    expect(third.ports).toEqual([true]);
  });

  it('gets no samples if it has ended', async () => {
    const [first, second] = [engine(), engine()];
    const resume = await first.slot.record({}, () => false, first.feed);
    first.slot.leave();
    await expect(resume.stop()).rejects.toMatchObject({ failure: { code: 'record.empty' } });
    await expect(second.slot.record({ resume }, () => false, second.feed)).rejects.toBeDefined();
    expect(second.ports.at(-1)).toBe(false);
  });
});
