import type { Ms } from '../../kernel/units.ts';
import type { AccessUnit } from '../ports.ts';

export interface ReceivedUnit {
  readonly unit: AccessUnit;
  /** Monotonic. */
  readonly receivedAt: Ms;
}

/** Group length for audio-only streams, which have no key frames. */
const AUDIO_GROUP_MS: Ms = 1_000;

/** The newest GOP, from its key frame on. Holds references; units are never copied. */
export class GopCache {
  private kept: ReceivedUnit[] = [];
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  get units(): readonly ReceivedUnit[] {
    return this.kept;
  }

  get bufferedBytes(): number {
    return this.bytes;
  }

  /** A group that grows too large is dropped: readers then begin at the next key frame. */
  add(received: ReceivedUnit, hasVideo: boolean): void {
    if (this.isStart(received.unit, hasVideo)) this.clear();
    else if (this.kept.length === 0) return;
    this.kept.push(received);
    this.bytes += received.unit.data.byteLength;
    if (this.bytes > this.maxBytes) this.clear();
  }

  clear(): void {
    this.kept = [];
    this.bytes = 0;
  }

  private isStart(unit: AccessUnit, hasVideo: boolean): boolean {
    if (hasVideo) return unit.kind === 'video' && unit.isKey;
    const first = this.kept[0];
    return first === undefined || unit.dtsMs - first.unit.dtsMs >= AUDIO_GROUP_MS;
  }
}
