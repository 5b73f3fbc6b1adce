import type { Ms } from '../kernel/units.ts';
import { FLAC_BLOCK_SAMPLES, flacFrame } from './flac-frame.ts';
import { type G711Law, g711Table } from './g711.ts';

export interface FlacPacket {
  readonly timestampMs: Ms;
  readonly data: Uint8Array;
}

/** A longer gap discards the incomplete block, so that later audio is not played early. */
const MAX_UNNOTICED_GAP_MS = 80;

/**
 * Collects G.711 packets of any length into FLAC frames of fixed length. Channels are interleaved in the
 * input.
 */
export class FlacPacketizer {
  private readonly blocks: readonly Int16Array[];
  private readonly table: Int16Array;
  private filled = 0;
  private startedMs: Ms = 0;
  private frameNumber = 0;

  constructor(
    law: G711Law,
    private readonly sampleRate: number,
    channels: number,
  ) {
    this.table = g711Table(law);
    this.blocks = Array.from({ length: channels }, () => new Int16Array(FLAC_BLOCK_SAMPLES));
  }

  /** `timestampMs` is the time of the first sample in `data`. Returns the frames that are full now. */
  push(data: Uint8Array, timestampMs: Ms): FlacPacket[] {
    const packets: FlacPacket[] = [];
    if (this.filled > 0 && Math.abs(this.timeOf(this.filled) - timestampMs) > MAX_UNNOTICED_GAP_MS) {
      this.filled = 0;
    }
    const channels = this.blocks.length;
    // Based on the packet, not on the previous block, so that rounding and clock drift do not accumulate.
    if (this.filled === 0) this.startedMs = timestampMs;
    for (let index = 0; index + channels <= data.length; index += channels) {
      if (this.filled === 0) this.startedMs = timestampMs + this.duration(index / channels);
      for (let channel = 0; channel < channels; channel += 1) {
        this.blocks[channel]![this.filled] = this.table[data[index + channel]!]!;
      }
      this.filled += 1;
      if (this.filled === FLAC_BLOCK_SAMPLES) packets.push(this.flush());
    }
    return packets;
  }

  private flush(): FlacPacket {
    const data = flacFrame(this.blocks, this.frameNumber, this.sampleRate);
    this.frameNumber += 1;
    this.filled = 0;
    return { timestampMs: Math.round(this.startedMs), data };
  }

  private timeOf(sample: number): Ms {
    return this.startedMs + this.duration(sample);
  }

  private duration(samples: number): Ms {
    return (samples * 1_000) / this.sampleRate;
  }
}
