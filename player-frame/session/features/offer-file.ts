import { parseEzopen } from '../../../lib/ezopen/address.ts';
import type { Cancel, Clock } from '../../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import { limits } from '../../../lib/protocol/limits.ts';

/** Browsers read the blob after the click; a large file on a slow disk takes its time. */
const keptMs: Ms = 120_000;

/** Hands files to the viewer as downloads, and lets go of them. */
export function createFileOffers(clock: Clock) {
  const kept = new Set<Cancel>();
  return {
    offer(blob: Blob, fileName: string): void {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = fileName;
      link.click();
      const letGo = (): void => {
        cancel();
        kept.delete(letGo);
        URL.revokeObjectURL(link.href);
      };
      const cancel = clock.after(keptMs, letGo);
      kept.add(letGo);
    },
    destroy(): void {
      for (const letGo of kept) letGo();
    },
  };
}

/** A blob backed by a file that is gone fails only when it is read: better here than at whoever gets it. */
export async function proveReadable(blob: Blob): Promise<Blob> {
  await blob.slice(0, 1).arrayBuffer();
  return blob;
}

/** `<serial>_<channel>_<yyyyMMddHHmmss>.jpg`: which camera, and when by its own clock, in the viewer's time zone. */
export function defaultFileName(address: string, at: EpochMs, extension: string): string {
  const parsed = parseEzopen(address);
  const camera = parsed.ok ? [parsed.value.deviceSerial, parsed.value.channelNo] : [];
  return [...camera, digits(new Date(at))].join('_') + extension;
}

/** Windows has devices of these names, whatever extension follows. */
const reservedName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The name the host page wishes, as a name every system takes; the extension says what is in the file. */
export function safeFileName(requested: string | undefined, otherwise: string, extension: string): string {
  const name = (requested ?? '').replace(/[\p{C}\\/:*?"<>|]/gu, '_').replace(/^[\s.]+|[\s.]+$/g, '');
  if (!name) return otherwise;
  const stem = name.toLowerCase().endsWith(extension) ? name.slice(0, -extension.length) : name;
  const plain = reservedName.test(stem) ? `_${stem}` : stem;
  // Not half a character at the end.
  return plain.slice(0, limits.nameLength - extension.length).replace(/[\ud800-\udbff]$/, '') + extension;
}

function digits(time: Date): string {
  const parts = [time.getMonth() + 1, time.getDate(), time.getHours(), time.getMinutes(), time.getSeconds()];
  return time.getFullYear() + parts.map((part) => String(part).padStart(2, '0')).join('');
}
