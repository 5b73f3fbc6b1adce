import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { AdminError } from '../../lib/domain/errors/admin-error.ts';
import { imageSanitizer, maxImageBytes } from '../../lib/domain/images/image-sanitizer.ts';
import { loadSharp } from '../../lib/domain/images/load-sharp.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { mutated, propertySeed } from '../kit/mutation.ts';
import { recordLog } from '../kit/record-log.ts';
import {
  blackPng,
  drawing,
  imageBombs,
  imagesWithHiddenData,
  payload,
  type SampleKind,
  sampleImage,
} from '../kit/sample-images.ts';

const sanitizer = imageSanitizer(silentLogger);
const kinds: readonly SampleKind[] = ['png', 'jpeg', 'webp', 'gif'];

/** Code and message of the rejection, or null. */
const refusalOf = (file: Parameters<typeof sanitizer.redraw>[0]) =>
  sanitizer.redraw(file, 512).then(
    () => null,
    (error: AdminError) => [error.adminCode, error.message],
  );

describe('an image', () => {
  it.each([
    ['png', 'image/png', 'png'],
    ['jpeg', 'image/jpeg', 'jpg'],
    ['webp', 'image/webp', 'webp'],
    ['gif', 'image/png', 'png'],
  ] as const)('in %s is written as %s', async (kind, contentType, extension) => {
    const file = await sampleImage(kind);
    const image = await sanitizer.redraw(file, 512);
    expect(image).toMatchObject({ contentType, extension, width: 64, height: 48 });
  });

  it('is reduced to the maximum size, and never enlarged', async () => {
    const wide = await sanitizer.redraw(await sampleImage('jpeg', 1_000, 500), 512);
    expect([wide.width, wide.height]).toEqual([512, 256]);
    const small = await sanitizer.redraw(await sampleImage('jpeg', 10, 20), 512);
    expect([small.width, small.height]).toEqual([10, 20]);
  });

  it('is rotated upright by its EXIF orientation', async () => {
    const bytes = await (await drawing(64, 48)).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const image = await sanitizer.redraw({ name: 'a.jpg', type: 'image/jpeg', bytes }, 512);
    expect([image.width, image.height]).toEqual([48, 64]);
  });

  it.each(['gif', 'webp'] as const)(
    'that is animated becomes a still image: the first frame of %s',
    async (kind) => {
      const sharp = await loadSharp();
      const frame = (background: string) =>
        sharp({ create: { width: 20, height: 10, channels: 3, background } })
          .png()
          .toBuffer();
      const bytes = await sharp([await frame('black'), await frame('white')], { join: { animated: true } })
        .toFormat(kind)
        .toBuffer();
      expect((await sharp(bytes).metadata()).pages).toBe(2);
      const image = await sanitizer.redraw({ name: `a.${kind}`, type: `image/${kind}`, bytes }, 512);
      expect([image.width, image.height]).toEqual([20, 10]);
      const { pages, delay } = await sharp(image.bytes).metadata();
      expect([pages ?? 1, delay]).toEqual([1, undefined]);
    },
  );

  it('loses all metadata', async () => {
    for (const [what, file] of await imagesWithHiddenData()) {
      const raw = Buffer.from(file.bytes);
      const isPacked = what.includes('packed');
      expect([what, isPacked || raw.includes('oriel-payload')]).toEqual([what, true]);
      const image = await sanitizer.redraw(file, 512);
      const { exif, xmp, icc, iptc, comments, width, height } = await (await loadSharp())(
        image.bytes,
      ).metadata();
      expect([what, exif, xmp, icc, iptc, comments, width, height]).toEqual([
        what,
        ...[undefined, undefined, undefined, undefined, undefined],
        64,
        48,
      ]);
      for (const part of ['oriel-payload', 'script', '<?php', 'PK\x03\x04', 'alert', 'Exif', 'xmpmeta']) {
        expect([what, part, Buffer.from(image.bytes).includes(part)]).toEqual([what, part, false]);
      }
    }
    expect(payload).toContain('oriel-payload');
  });
});

describe('a file is rejected', () => {
  it('that is missing, or empty: 请选择图片', async () => {
    expect(await refusalOf(null)).toEqual([40_000, '请选择图片']);
    expect(await refusalOf({ name: 'a.png', type: 'image/png', bytes: new Uint8Array() })).toEqual([
      40_000,
      '请选择图片',
    ]);
  });

  it('from 2 MB on: 图片大小限制 2MB！', async () => {
    const of = (size: number) => ({ name: 'a.png', type: 'image/png', bytes: new Uint8Array(size) });
    expect(await refusalOf(of(maxImageBytes))).toEqual([40_000, '图片大小限制 2MB！']);
    expect(await refusalOf(of(maxImageBytes - 1))).not.toEqual([40_000, '图片大小限制 2MB！']);
  });

  it.each([
    ['an SVG', 'a.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    [
      'an SVG called PNG',
      'a.png',
      'image/png',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['a page', 'a.html', 'text/html', '<!doctype html><script>alert(1)</script>'],
    ['a page called PNG', 'a.png', 'image/png', '<html><script>alert(1)</script>'],
    ['a list that ffmpeg would follow', 'a.m3u8', 'image/png', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd'],
    ['a PDF', 'a.png', 'image/png', '%PDF-1.7\n'],
    ['a TIFF', 'a.png', 'image/png', 'II*\0\x08\0\0\0'],
    ['a HEIF', 'a.png', 'image/png', '\0\0\0\x18ftypheic'],
    ['a BMP', 'a.png', 'image/png', 'BM\x46\0\0\0'],
  ])('that is not a supported image, whatever its name: %s', async (_what, name, type, text) => {
    expect(await refusalOf({ name, type, bytes: new Uint8Array(Buffer.from(text, 'latin1')) })).toEqual([
      40_000,
      '仅支持 PNG、JPEG、WebP 或 GIF 图片',
    ]);
  });

  it.each([
    ['picture.jpg', 'image/png'],
    ['picture.png.php', 'image/png'],
    ['picture.php', 'image/png'],
    ['picture.svg', 'image/png'],
    ['picture', 'image/png'],
    ['picture.png\0.html', 'image/png'],
    ['picture.png', 'image/jpeg'],
    ['picture.png', 'text/html'],
    ['picture.png', ''],
  ])('whose content does not match its type: a PNG as %j of %j', async (name, type) => {
    const { bytes } = await sampleImage('png');
    expect(await refusalOf({ name, type, bytes })).toEqual([40_000, '图片内容与文件扩展名或类型不符']);
  });

  it('but not for its last extension in capitals', async () => {
    const { bytes } = await sampleImage('png');
    expect(await refusalOf({ name: 'invoice.php.PNG', type: 'IMAGE/PNG', bytes })).toBeNull();
  });

  it('of more than 40 million pixels, and one of exactly that many is decoded', async () => {
    const of = (width: number, height: number) => ({
      name: 'a.png',
      type: 'image/png',
      bytes: blackPng(width, height),
    });
    expect(await refusalOf(of(8_001, 5_000))).toEqual([40_000, '图片尺寸过大，不能超过 4000 万像素']);
    expect(await refusalOf(of(8_000, 5_000))).toBeNull();
  });

  it('when sixteen are queued, which are processed', async () => {
    const file = await sampleImage('png', 400, 400);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => refusalOf(file)));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(16);
    expect(outcomes.filter((outcome) => outcome !== null)).toEqual(
      Array.from({ length: 4 }, () => ['U0200', '正在处理的图片过多，请稍后再试']),
    );
    expect(await refusalOf(file)).toBeNull();
  });
});

describe('a platform without a build of the library', () => {
  it('accepts no images, reports that to the user and the reason to its log, and continues', async () => {
    const { log, lines } = recordLog();
    const load = () => Promise.reject(new Error('Could not load the "sharp" module'));
    const without = imageSanitizer(log, load);
    const file = await sampleImage('png');
    for (let time = 0; time < 2; time += 1) {
      await expect(without.redraw(file, 512)).rejects.toMatchObject({
        adminCode: 'U0200',
        message: '服务器缺少图片处理组件，请联系管理员',
      });
    }
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toContain(
        'error image uploads are unavailable: the library sharp does not load on this machine',
      );
      expect(line).toContain('Could not load the');
    }
  });
});

describe('hostile files', () => {
  it('cannot reach other decoders of the library', async () => {
    const sharp = await loadSharp();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await expect(sharp(svg).png().toBuffer()).rejects.toThrow(/unsupported image format|blocked/);
    const tiff = sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } }).tiff();
    await expect(sharp(await tiff.toBuffer()).metadata()).rejects.toThrow(/unsupported image format|blocked/);
  });

  it.each(kinds)('cut at any byte, a %s is an image or rejected', async (kind) => {
    const { bytes, ...file } = await sampleImage(kind);
    let refused = 0;
    for (let part = 1; part < 40; part += 1) {
      const refusal = await refusalOf({ ...file, bytes: bytes.slice(0, (bytes.length * part) / 40) });
      if (refusal) refused += 1;
      expect(refusal?.[0] ?? 40_000).toBe(40_000);
    }
    expect(refused).toBeGreaterThan(20);
  });

  it('changed 200 times at random, each is an image or rejected', async () => {
    process.stdout.write(`image-sanitizer: ORIEL_SEED=${propertySeed}\n`);
    let taken = 0;
    for (const [at, kind] of kinds.entries()) {
      const { bytes, ...file } = await sampleImage(kind);
      // Mutations after the signature: a damaged signature is rejected before the library is called.
      const signature = bytes.subarray(0, 12);
      const samples = fc.sample(mutated(bytes.subarray(12)), { numRuns: 50, seed: propertySeed + at });
      for (const sample of samples) {
        const refusal = await refusalOf({ ...file, bytes: Uint8Array.from([...signature, ...sample]) });
        if (refusal) expect(refusal[0]).toBe(40_000);
        else taken += 1;
      }
    }
    // Control: some of the damaged images were decoded.
    expect(taken).toBeGreaterThan(5);
  });

  it('a PNG of 50,000 by 50,000 is rejected, and text that unpacks to 1 GB is ignored', async () => {
    const { large, packed } = await imageBombs();
    const file = (bytes: Uint8Array) => ({ name: 'bomb.png', type: 'image/png', bytes });
    for (const bomb of [large, packed]) expect(bomb.length).toBeLessThan(maxImageBytes);
    expect(await refusalOf(file(large))).toContain('图片尺寸过大，不能超过 4000 万像素');
    expect(await sanitizer.redraw(file(packed), 1_600)).toMatchObject({ width: 64, height: 48 });
  });
});
