import type { Readable } from 'node:stream';
import type { ByteRange } from '../../kernel/byte-range.ts';
import type { Gop } from '../recordings/gop-index.ts';
import { checkedGop, isOfGop, type TimeScales } from './checked-gop.ts';
import { ChunkReader } from './chunk-reader.ts';

/**
 * The bytes of a segment as players get them: `stored`, which are those of `range`, but GOPs that are in it as a whole are
 * without what is damaged. A player would jump to a wrong time, or wait for it. `gops`: of the segment, in their order.
 */
export async function* playedBytes(
  stored: Readable,
  range: ByteRange,
  gops: readonly Gop[],
  scales: TimeScales,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = new ChunkReader(stored);
  try {
    let at = range.from;
    for (const gop of gops) {
      const end = gop.offset + gop.bytes;
      if (gop.offset < at || end > range.to) continue;
      yield* reader.pieces(gop.offset - at);
      yield* checkedGop(reader, gop.bytes, (_, { runs }) => runs.every((run) => isOfGop(gop, run, scales)));
      at = end;
    }
    yield* reader.pieces(range.to - at);
  } finally {
    await reader.close();
  }
}
