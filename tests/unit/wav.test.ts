import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { readWav, wavFile } from '../../lib/codec/wav.ts';
import { rounds } from '../kit/soak.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
process.stdout.write(`wav: ORIEL_SEED=${seed}\n`);

const samples = Int16Array.from({ length: 500 }, (_, at) => (at % 2 ? -1 : 1) * at * 60);
const file = wavFile(samples, 16_000);
const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset);
const changed = (change: (bytes: Uint8Array) => void) => {
  const copy = file.slice();
  change(copy);
  return copy;
};

describe('a WAV file', () => {
  it('is read as it was written', () => {
    expect(readWav(file)).toEqual({ samples, rate: 16_000 });
    // At an odd place of a larger buffer.
    const shifted = new Uint8Array(file.length + 1);
    shifted.set(file, 1);
    expect(readWav(shifted.subarray(1))).toEqual({ samples, rate: 16_000 });
  });

  it('of two channels is mixed', () => {
    const stereo = wavFile(Int16Array.of(100, 300, -200, -100), 16_000);
    view(stereo).setUint16(22, 2, true);
    expect(readWav(stereo)?.samples).toEqual(Int16Array.of(200, -150));
  });

  it('from a pipe, whose size was not known, is read to its end', () => {
    expect(readWav(changed((bytes) => view(bytes).setUint32(40, 0x7fff_f000, true)))?.samples).toEqual(
      samples,
    );
  });

  it('may have other chunks before the audio, also of an odd size', () => {
    const other = Uint8Array.of(...Buffer.from('LIST'), 3, 0, 0, 0, 1, 2, 3, 0);
    const longer = Uint8Array.of(...file.subarray(0, 36), ...other, ...file.subarray(36));
    expect(readWav(longer)?.samples).toEqual(samples);
  });

  it.each([
    ['of 8 bits', (bytes: Uint8Array) => view(bytes).setUint16(34, 8, true)],
    ['of floating-point samples', (bytes: Uint8Array) => view(bytes).setUint16(20, 3, true)],
    ['of three channels', (bytes: Uint8Array) => view(bytes).setUint16(22, 3, true)],
    ['of no channel', (bytes: Uint8Array) => view(bytes).setUint16(22, 0, true)],
    ['at 96 kHz', (bytes: Uint8Array) => view(bytes).setUint32(24, 96_000, true)],
    ['at 0 Hz', (bytes: Uint8Array) => view(bytes).setUint32(24, 0, true)],
    ['without a format', (bytes: Uint8Array) => bytes.set(Buffer.from('xxxx'), 12)],
    ['without audio', (bytes: Uint8Array) => bytes.set(Buffer.from('xxxx'), 36)],
    ['that is no WAV', (bytes: Uint8Array) => bytes.set(Buffer.from('OggS'), 0)],
  ])('%s is not read', (_, change) => {
    expect(readWav(changed(change))).toBeNull();
  });

  it('that is damaged or cut off never throws, and yields no more than it contains', () => {
    const edit = fc.tuple(fc.nat(59), fc.nat(255));
    fc.assert(
      fc.property(fc.nat(file.length), fc.array(edit, { maxLength: 4 }), (length, edits) => {
        const spoiled = file.slice(0, length);
        for (const [at, value] of edits) if (at < length) spoiled[at] = value;
        return (readWav(spoiled)?.samples.length ?? 0) * 2 <= length;
      }),
      { seed, numRuns: rounds(2_000, 100_000) },
    );
  });
});
