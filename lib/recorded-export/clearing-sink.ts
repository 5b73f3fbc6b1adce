import { join, readBoxHeader } from '../codec/mp4/boxes.ts';
import { clearRecording } from '../codec/mp4/clear-recording.ts';
import type { Decryption } from '../kernel/decryption.ts';
import type { ExportSink } from './export-sink.ts';

/** Ends of what can be decrypted by itself: the head of a file, and each fragment. */
const lastBoxes: ReadonlySet<string> = new Set(['moov', 'mdat']);

/**
 * Decrypts an exported file while it is written. Its length stays the same. A write rejects as `clearRecording` does:
 * 400035 without a key, if the file is encrypted, 400036 if it was recorded with another code.
 */
export function clearingSink(sink: ExportSink, decryption: Decryption | null): ExportSink {
  let pending: Uint8Array = new Uint8Array();

  async function clear(length: number): Promise<void> {
    const whole = new Uint8Array(pending.subarray(0, length));
    pending = pending.subarray(length);
    await clearRecording(whole, decryption);
    await sink.write(whole);
  }

  return {
    ...sink,
    async write(chunk) {
      pending = join([pending, chunk]);
      for (let length = lengthOfNext(pending); length !== null; length = lengthOfNext(pending))
        await clear(length);
    },
    async finish() {
      if (pending.length > 0) await clear(pending.length);
      return sink.finish();
    },
  };
}

/** Of the next head or fragment; null while it is incomplete. */
function lengthOfNext(bytes: Uint8Array): number | null {
  for (let at = 0; ; ) {
    const header = readBoxHeader(bytes, at);
    if (!header) return null;
    at += header.size;
    if (at > bytes.length) return null;
    if (lastBoxes.has(header.type)) return at;
  }
}
