import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { clearBytes } from '../../lib/codec/mp4/clear.ts';
import { readKeyTerms } from '../../lib/codec/mp4/encryption.ts';
import { type Decryption, decryptUnit } from '../../lib/kernel/decryption.ts';
import { scanSegment } from '../../lib/media/recordings/scan-segment.ts';
import { clearingSink } from '../../lib/recorded-export/clearing-sink.ts';
import { clearUnits } from '../kit/clear-units.ts';
import { ClipSource } from '../kit/clip-source.ts';
import { makeClip } from '../kit/coded-clip.ts';
import { hexOf, testMediaKey } from '../kit/media-key.ts';
import { decodeStrictly, probe } from '../kit/recorded-file.ts';
import { RecordingCamera, segmentFiles } from '../kit/recording-camera.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';

const key = testMediaKey(1);
let root: string;
let scratch: string;
beforeEach(() => {
  root = scratchFolder('oriel-encrypted-');
  scratch = scratchFolder('oriel-clear-');
});
afterEach(() => {
  for (const folder of [root, scratch]) rmSync(folder, { recursive: true, force: true });
});

/** Everything below the folder, in one piece. */
function everyFile(folder: string): Buffer {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(files.map((entry) => readFileSync(join(entry.parentPath, entry.name))));
}

/**
 * Stream, times, size and digest of each packet as ffmpeg reads it. `ignidx`: version 5 cannot decrypt files of several
 * fragments, its own included, if it reads ahead.
 */
function packetDigests(file: string, ...options: readonly string[]): string[] {
  const args = [
    ...options,
    '-fflags',
    '+ignidx',
    '-i',
    file,
    '-map',
    '0',
    '-c',
    'copy',
    '-f',
    'framemd5',
    '-',
  ];
  const text = execFileSync('ffmpeg', ['-v', 'fatal', '-xerror', ...args], { maxBuffer: 2 ** 26 }).toString();
  const lines = text.split('\n').filter((line) => /^\d/.test(line));
  return lines.map((line) => {
    const [stream, decoding, presentation, , bytes, digest] = line.split(',').map((field) => field.trim());
    return [stream, decoding, presentation, bytes, digest].join();
  });
}

/** As the player does it. */
async function decryptionOf(): Promise<Decryption> {
  const imported = await crypto.subtle.importKey(
    'raw',
    new Uint8Array(key.secret.export()),
    'AES-CTR',
    false,
    ['decrypt'],
  );
  return { keyId: key.keyId, key: imported };
}

/** As an export arrives: in pieces that end anywhere. */
async function clearedWhileWritten(bytes: Buffer): Promise<Buffer> {
  const written: Uint8Array[] = [];
  const sink = clearingSink(
    {
      write: async (chunk) => void written.push(chunk.slice()),
      finish: async () => null,
      drop: async () => undefined,
    },
    await decryptionOf(),
  );
  for (let at = 0; at < bytes.length; at += 7_777)
    await sink.write(new Uint8Array(bytes.subarray(at, at + 7_777)));
  await sink.finish();
  return Buffer.concat(written);
}

async function clearCopy(file: string): Promise<string> {
  const bytes = readFileSync(file);
  const decryption = await decryptionOf();
  await clearBytes(bytes, (iv, data) => decryptUnit(decryption, iv, data));
  const path = join(scratch, 'clear.mp4');
  writeFileSync(path, bytes);
  return path;
}

describe('recordings of an encrypted device', () => {
  it.each([
    ['H.264 and AAC', { video: 'h264', audio: 'aac' }, 'h264', 'aac'],
    ['H.265 and G.711', { video: 'h265', audio: 'pcma' }, 'hevc', 'flac'],
    ['H.264 and Opus', { video: 'h264', audio: 'opus' }, 'h264', 'opus'],
    ['audio only', { video: null, audio: 'aac' }, null, 'aac'],
  ] as const)(
    'of %s contain no clear frame, and ffmpeg plays them with the key',
    async (_name, codecs, video, audio) => {
      const clip = makeClip({ seconds: 4, fps: 25, ...codecs });
      const source = (clock: ConstructorParameters<typeof ClipSource>[1]) => new ClipSource(clip, clock);
      const camera = new RecordingCamera(root, { source, encryption: key });
      await camera.record(12_000);
      await camera.stop();
      expect(clearUnits(everyFile(root), clip)).toEqual({ video: 0, audio: 0 });
      const [file] = segmentFiles(root);
      const tracks = await probe(file!);
      expect([tracks.video?.codec ?? null, tracks.audio?.codec ?? null]).toEqual([video, audio]);
      const clear = await clearCopy(file!);
      expect(readFileSync(clear)).toHaveLength(readFileSync(file!).length);
      expect((await clearedWhileWritten(readFileSync(file!))).equals(readFileSync(clear))).toBe(true);
      const packets = packetDigests(clear);
      expect(packets.length).toBeGreaterThan(100);
      expect(packetDigests(file!, '-decryption_key', hexOf(key))).toEqual(packets);
      const wrong = new Set(packetDigests(file!, '-decryption_key', hexOf(testMediaKey(2))));
      expect(packets.filter((packet) => wrong.has(packet))).toEqual([]);
      if (video) expect((await decodeStrictly(clear)).complaints).toBe('');
      // Control: the same search finds the units of a clear file.
      const found = clearUnits(readFileSync(clear), clip);
      if (video) expect(found.video).toBeGreaterThan(80);
      if (audio === 'aac') expect(found.audio).toBeGreaterThan(20);
    },
    60_000,
  );

  it('name the id of their key, and how it is derived from the code', async () => {
    const camera = new RecordingCamera(root, { encryption: key });
    await camera.record(6_000);
    await camera.stop();
    const { keyId, salt, iterations } = key;
    const head = readFileSync(segmentFiles(root)[0]!);
    expect(readKeyTerms(head)).toEqual({ keyId, salt, iterations });
    expect(head.includes(key.secret.export())).toBe(false);
  });

  it('contain every frame of the camera in order', async () => {
    const camera = new RecordingCamera(root, { encryption: key });
    await camera.record(20_000);
    await camera.stop();
    const { codes, complaints } = await decodeStrictly(await clearCopy(segmentFiles(root)[0]!));
    expect(complaints).toBe('');
    const numbers = codes.map((code) => code!.frame);
    expect(numbers.length).toBeGreaterThan(15 * 15);
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
  });

  it('continue in another file when encryption is switched on, gets another code, or is switched off', async () => {
    const camera = new RecordingCamera(root);
    const keys = [null, key, testMediaKey(2), null];
    for (const next of keys) {
      camera.encryption = next;
      camera.stream.replace();
      await camera.record(8_000);
    }
    await camera.stop();
    const heads = segmentFiles(root).map((file) => readKeyTerms(readFileSync(file))?.keyId ?? null);
    expect(heads.filter((keyId, index) => index === 0 || keyId !== heads[index - 1])).toEqual(
      keys.map((next) => next?.keyId ?? null),
    );
  });

  it('are restored from their files after a crash: complete parts are kept, a tail of zeros is not', async () => {
    const clip = makeClip({ seconds: 4, fps: 25, audio: null });
    const camera = new RecordingCamera(root, {
      source: (clock) => new ClipSource(clip, clock),
      encryption: key,
    });
    await camera.record(12_000);
    await camera.stop();
    const [file] = segmentFiles(root);
    const whole = await scanSegment(file!);
    expect(whole!.completeBytes).toBe(whole!.fileBytes);
    const last = whole!.parts.at(-1)!;
    const bytes = readFileSync(file!);
    writeFileSync(file!, Buffer.from(bytes).fill(0, last.offset + last.bytes - 500));
    expect((await scanSegment(file!))!.completeBytes).toBe(last.offset);
    writeFileSync(file!, bytes);
    truncateSync(file!, last.offset + 100);
    expect((await scanSegment(file!))!.completeBytes).toBe(last.offset);
  });
});
