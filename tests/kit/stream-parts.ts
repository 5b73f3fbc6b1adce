/**
 * Both ends of a camera's stream for tests: a source that sends what the test specifies, and a reader that records it.
 */
import type { AccessUnit, MediaSource, SourceSink } from '../../lib/media/ports.ts';
import type { ReaderStatus, StreamEnd, StreamReader } from '../../lib/media/stream/reader.ts';

export const frameMs = 40;
export const gopFrames = 10;
export const frameBytes = 100;

export class FakeSource implements MediaSource {
  sink: SourceSink | null = null;
  start(sink: SourceSink): void {
    this.sink = sink;
  }
  stop(): void {
    this.sink = null;
  }
}

/** Records what it receives, in order; video frames by their number. */
export class RecordingReader implements StreamReader {
  hasSpace = true;
  events: (number | 'tracks' | 'restarted')[] = [];
  received: { unit: AccessUnit; at: number }[] = [];
  statuses: ReaderStatus[] = [];
  ended: StreamEnd | null = null;
  tracks(): void {
    this.events.push('tracks');
  }
  unit(unit: AccessUnit, at: number): void {
    this.received.push({ unit, at });
    this.events.push(unit.dtsMs / frameMs);
  }
  restarted(): void {
    this.events.push('restarted');
  }
  status(status: ReaderStatus): void {
    this.statuses.push(status);
  }
  end(end: StreamEnd): void {
    this.ended = end;
  }
  hasCapacity(): boolean {
    return this.hasSpace;
  }
  get frames(): number[] {
    return this.events.filter((event) => typeof event === 'number');
  }
}

/** Frame number `frame` at 25 fps, a key frame every ten frames. */
export function videoUnit(frame: number): AccessUnit {
  const dtsMs = frame * frameMs;
  const isKey = frame % gopFrames === 0;
  return { kind: 'video', dtsMs, ptsMs: dtsMs, wallMs: 0, isKey, data: new Uint8Array(frameBytes) };
}

export const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index);
