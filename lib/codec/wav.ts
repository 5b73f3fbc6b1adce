/** WAV files (RIFF) of mono 16-bit samples. */

const headerBytes = 44;

export function wavFile(samples: Int16Array, rate: number): Uint8Array {
  const bytes = new Uint8Array(headerBytes + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const text = (at: number, letters: string) => {
    for (let index = 0; index < letters.length; index += 1) bytes[at + index] = letters.charCodeAt(index);
  };
  text(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true); // size of the format
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true); // bytes per second
  view.setUint16(32, 2, true); // bytes per frame
  view.setUint16(34, 16, true); // bits
  text(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  samples.forEach((sample, index) => {
    view.setInt16(headerBytes + index * 2, sample, true);
  });
  return bytes;
}

export interface WavAudio {
  readonly samples: Int16Array;
  readonly rate: number;
}

/** Reads 16-bit PCM of one or two channels, which are mixed, at 8 to 48 kHz. Null: anything else. */
export function readWav(file: Uint8Array): WavAudio | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < headerBytes || textAt(view, 0) !== 'RIFF' || textAt(view, 8) !== 'WAVE') return null;
  let format: { readonly channels: number; readonly rate: number } | null = null;
  for (let at = 12; at + 8 <= file.length; ) {
    const size = view.getUint32(at + 4, true);
    const begin = at + 8;
    if (textAt(view, at) === 'fmt ') format = readFormat(view, begin, size);
    else if (textAt(view, at) === 'data') {
      // Programs that write to a pipe do not know the size, and declare a huge one.
      const end = Math.min(begin + size, file.length);
      return format && { samples: mixed(view, begin, end, format.channels), rate: format.rate };
    }
    at = begin + size + (size % 2);
  }
  return null;
}

function readFormat(view: DataView, at: number, size: number) {
  if (size < 16 || at + size > view.byteLength) return null;
  const kind = view.getUint16(at, true);
  // Of the extensible form, the kind is at the beginning of its identifier.
  const isPcm = kind === 1 || (kind === 0xfffe && size >= 40 && view.getUint16(at + 24, true) === 1);
  const channels = view.getUint16(at + 2, true);
  const rate = view.getUint32(at + 4, true);
  const isKnown = isPcm && view.getUint16(at + 14, true) === 16 && (channels === 1 || channels === 2);
  return isKnown && rate >= 8_000 && rate <= 48_000 ? { channels, rate } : null;
}

function mixed(view: DataView, begin: number, end: number, channels: number): Int16Array {
  const frameBytes = channels * 2;
  return Int16Array.from({ length: Math.floor((end - begin) / frameBytes) }, (_, index) => {
    const at = begin + index * frameBytes;
    const left = view.getInt16(at, true);
    return channels === 1 ? left : (left + view.getInt16(at + 2, true)) >> 1;
  });
}

const textAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
