import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { SourceBuffers } from '../../player-frame/engines/media-source/source-buffers.ts';

/** A segment of one second. */
const segment = { kind: 'video', codec: null, data: new Uint8Array(1) } as const;

/** A buffer of a browser, in seconds: each byte that is appended is one more. */
class FakeBuffer extends EventTarget {
  updating = false;
  start = 0;
  end = 0;
  /** What it can hold. */
  maxS = Number.POSITIVE_INFINITY;
  /** The range, and the time of the frame that is shown. */
  removed: { readonly fromS: number; readonly toS: number; readonly shownS: number }[] = [];
  shownS = () => 0;

  get buffered() {
    return { length: this.end > this.start ? 1 : 0, start: () => this.start, end: () => this.end };
  }
  appendBuffer(data: Uint8Array): void {
    if (this.end - this.start + data.length > this.maxS) throw new DOMException('full', 'QuotaExceededError');
    this.end += data.length;
    this.update();
  }
  remove(fromS: number, toS: number): void {
    this.removed.push({ fromS, toS, shownS: this.shownS() });
    this.start = toS;
    this.update();
  }
  private update(): void {
    this.updating = true;
    queueMicrotask(() => {
      this.updating = false;
      this.dispatchEvent(new Event('updateend'));
    });
  }
}

let buffer: FakeBuffer;
let failures: unknown[];

class FakeSource extends EventTarget {
  static isTypeSupported = () => true;
  readyState = 'open';
  addSourceBuffer = () => buffer;
}

class FakeVideo extends EventTarget {
  src = '';
  error = null;
  currentTime = 0;
  readyState = 4;
  get buffered() {
    return buffer.buffered;
  }
  removeAttribute(): void {}
  load(): void {}
}

beforeEach(() => {
  buffer = new FakeBuffer();
  failures = [];
  vi.stubGlobal('MediaSource', FakeSource);
  vi.stubGlobal('HTMLMediaElement', { HAVE_CURRENT_DATA: 2 });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:source');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open() {
  const video = new FakeVideo();
  buffer.shownS = () => video.currentTime;
  const buffers = new SourceBuffers(video as never, (failure) => failures.push(failure));
  buffers.add(new Map([['video', 'video/mp4; codecs="avc1.4d001f"']]));
  return { video, buffers };
}

/** Live video: each second one more is received and played, a second behind. */
async function play({ video, buffers }: ReturnType<typeof open>, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    buffers.append(segment);
    await new Promise((resolve) => setImmediate(resolve));
    video.currentTime = Math.max(0, buffer.end - 1);
  }
}

describe('a Media Source player', () => {
  it('removes what was played, up to six seconds before the frame that is shown', async () => {
    const opened = open();
    await play(opened, 60);
    expect(buffer.removed.length).toBeGreaterThan(3);
    expect(buffer.end).toBe(60);
    expect(buffer.end - buffer.start).toBeLessThan(15);
    for (const { toS, shownS } of buffer.removed) expect(shownS - toS).toBe(6);
  });

  it('never removes the frame that is shown, also where the browser has little room', async () => {
    buffer.maxS = 8;
    const opened = open();
    await play(opened, 60);
    expect(buffer.end).toBe(60);
    for (const { toS, shownS } of buffer.removed) expect(shownS - toS).toBeGreaterThanOrEqual(1);
    expect(failures).toEqual([]);
  });

  it('fails where the browser has no room, and nothing was played', async () => {
    buffer.maxS = 4;
    const { buffers } = open();
    for (let second = 0; second < 6; second += 1) {
      buffers.append(segment);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(failures.length).toBeGreaterThan(0);
    expect(buffer.removed).toEqual([]);
  });
});
