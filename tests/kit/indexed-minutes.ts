/** Recordings of a running product: their files, and what the server knows of them, so that timelines show them. */
import { join } from 'node:path';
import { openDatabase } from '../../lib/db/client.ts';
import { segmentIndex } from '../../lib/domain/recordings/segment-index.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { MediaKey, RecordedSegment, RecordingKey } from '../../lib/media/ports.ts';
import type { Gop } from '../../lib/media/recordings/gop-index.ts';
import type { LiveStage } from './live-player.ts';
import { recordMinutes } from './recorded-minutes.ts';

export interface IndexedStretch {
  readonly serial: string;
  readonly from: EpochMs;
  readonly durationMs: Ms;
  /** What it is listed as; the files are the same. */
  readonly kind?: RecordedSegment['kind'];
  /** Of an encrypted device, which tells nothing without its code. */
  readonly encrypted?: { readonly key: RecordingKey; readonly encryption: MediaKey };
}

export async function recordIndexed(stage: LiveStage, stretches: readonly IndexedStretch[]): Promise<void> {
  const root = join(stage.oriel.dataDir, 'recordings');
  const segments: RecordedSegment[] = [];
  for (const { serial, from, durationMs, kind = 'schedule', encrypted } of stretches) {
    const { key, ...encryption } = encrypted ?? { key: await stage.recordedKey(serial) };
    const gops = await recordMinutes({ root, key, from, durationMs, ...encryption });
    segments.push(...segmentsOf(key, gops, kind));
  }
  const database = await openDatabase({ file: join(stage.oriel.dataDir, 'oriel.db') });
  await segmentIndex(database.db).put(segments);
  await database.close();
}

function segmentsOf(
  key: RecordingKey,
  gops: readonly Gop[],
  kind: RecordedSegment['kind'],
): RecordedSegment[] {
  return [...new Set(gops.map(({ segmentMs }) => segmentMs))].map((startMs) => {
    const own = gops.filter(({ segmentMs }) => segmentMs === startMs);
    const endMs = Math.ceil(own.at(-1)!.startMs + own.at(-1)!.durationMs);
    return { key, startMs, endMs, bytes: own.reduce((sum, { bytes }) => sum + bytes, 0), kind };
  });
}
