/**
 * Files and bodies that are small and unpack to a lot are rejected with their message before they are unpacked. What is
 * unpacked is counted, not measured as memory.
 */
import zlib, { gzipSync } from 'node:zlib';
import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import yauzl from 'yauzl';
import yazl from 'yazl';
import type { AdminError } from '../../lib/domain/errors/admin-error.ts';
import { imageSanitizer } from '../../lib/domain/images/image-sanitizer.ts';
import { loadSharp } from '../../lib/domain/images/load-sharp.ts';
import { readTable } from '../../lib/domain/resource/read-table.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { sampleImage } from '../kit/sample-images.ts';

const megabyte = 1_048_576;
/** What a workbook may unpack to, and the size of the last piece of it. */
const mostUnpacked = 41 * megabyte;

const codeAndMessage = (error: AdminError) => [error.adminCode, error.message];

describe('a table to import', () => {
  let unpacked = 0;
  afterEach(() => {
    replace(createInflateRaw);
    unpacked = 0;
  });

  const { createInflateRaw } = zlib;
  const replace = (create: typeof createInflateRaw) =>
    Object.defineProperty(zlib, 'createInflateRaw', { value: create, configurable: true });
  /** Counts what is unpacked by any reader of this process. */
  function countUnpacked(): void {
    replace((options) => {
      const stream = createInflateRaw(options);
      stream.on('data', (chunk: Buffer) => {
        unpacked += chunk.length;
      });
      return stream;
    });
  }

  const refusalOf = async (name: string, bytes: Uint8Array) => {
    countUnpacked();
    return readTable({ name, bytes }, 10_000, []).then(() => null, codeAndMessage);
  };

  const book = '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>';
  const links = '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>';
  async function workbook(sheet: string | Buffer, more: Readonly<Record<string, string | Buffer>> = {}) {
    const zip = new yazl.ZipFile();
    const parts = {
      'xl/workbook.xml': book,
      'xl/_rels/workbook.xml.rels': links,
      'xl/worksheets/sheet1.xml': sheet,
      ...more,
    };
    for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content as string), name);
    zip.end();
    const chunks: Buffer[] = [];
    for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
  const rows = (inner: string) => `<worksheet><sheetData>${inner}</sheetData></worksheet>`;
  const tooBig = [40_000, '文件过大，最多导入 10000 行、200 列'];

  it('that declares 60 MB is not unpacked', async () => {
    const bytes = await workbook(Buffer.alloc(60 * megabyte, 0x20));
    expect(bytes.length).toBeLessThan(megabyte / 4);
    expect(await refusalOf('a.xlsx', bytes)).toEqual(tooBig);
    expect(unpacked).toBeLessThan(10_000);
  });

  it('that declares 100 bytes and has 60 MB is unpacked to one piece', async () => {
    const bytes = await workbook(Buffer.alloc(60 * megabyte, 0x20));
    const directory = bytes.lastIndexOf('PK\u0001\u0002', undefined, 'latin1');
    bytes.writeUInt32LE(100, directory + 24);
    expect(await refusalOf('a.xlsx', bytes)).toEqual([40_000, '文件无法读取']);
    expect(unpacked).toBeLessThan(megabyte);
  });

  it('with several large parts is unpacked to the limit of all of them', async () => {
    const texts = `<sst>${' '.repeat(25 * megabyte)}</sst>`;
    const bytes = await workbook(rows(' '.repeat(25 * megabyte)), { 'xl/sharedStrings.xml': texts });
    expect(await refusalOf('a.xlsx', bytes)).toEqual(tooBig);
    expect(unpacked).toBeLessThan(mostUnpacked);
  });

  it.each([
    ['spaces', ' '],
    ['letters', 'x'],
  ])('in which thousands of cells share one long text of %s is rejected', async (_, letter) => {
    const texts = `<sst><si><t xml:space="preserve">${letter.repeat(5 * megabyte)}</t></si></sst>`;
    const cells = rows(`<row>${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`);
    expect(await refusalOf('a.xlsx', await workbook(cells, { 'xl/sharedStrings.xml': texts }))).toEqual(
      tooBig,
    );
  });

  it.each(['a.csv', 'a.csv.gz', 'a.xlsx'])('compressed by gzip, called %s, is not unpacked', async (name) => {
    expect(await refusalOf(name, gzipSync('a,b\n'.repeat(megabyte)))).toEqual([
      40_000,
      '仅支持 xlsx、csv 和 txt 文件',
    ]);
    expect(unpacked).toBe(0);
  });

  it('control: a reader without limits is counted with all of it', async () => {
    const bytes = await workbook(Buffer.alloc(60 * megabyte, 0x20));
    countUnpacked();
    await new Promise<void>((resolve, reject) => {
      yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
        if (error) return reject(error);
        zip.on('end', resolve);
        zip.on('entry', (entry) =>
          zip.openReadStream(entry, (_, stream) => stream.on('end', () => zip.readEntry()).resume()),
        );
        zip.readEntry();
      });
    });
    expect(unpacked).toBeGreaterThan(mostUnpacked);
  });
});

/** PNG: `image-sanitizer.test.ts`. */
describe('an uploaded image', () => {
  /** Headers read and images decoded. */
  const counted = { headers: 0, images: 0 };
  const sanitizer = imageSanitizer(silentLogger, async () => {
    const sharp = await loadSharp();
    return ((...args: Parameters<typeof sharp>) => {
      const image = sharp(...args);
      const { metadata, toBuffer } = image;
      image.metadata = ((...given: Parameters<typeof metadata>) => {
        counted.headers += 1;
        return metadata.apply(image, given);
      }) as typeof metadata;
      image.toBuffer = ((...given: Parameters<typeof toBuffer>) => {
        counted.images += 1;
        return toBuffer.apply(image, given);
      }) as typeof toBuffer;
      return image;
    }) as typeof sharp;
  });
  const refusalOf = async (name: string, type: string, bytes: Uint8Array) => {
    Object.assign(counted, { headers: 0, images: 0 });
    return sanitizer.redraw({ name, type, bytes }, 512).then(() => null, codeAndMessage);
  };

  const tooLarge = [40_000, '图片尺寸过大，不能超过 4000 万像素'];

  it.each([
    [
      'jpeg',
      async () =>
        withSize(
          'jpeg',
          (bytes, at) => {
            const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
            bytes.writeUInt16BE(at, frame + 5);
            bytes.writeUInt16BE(at, frame + 7);
          },
          65_000,
        ),
    ],
    [
      'webp',
      async () =>
        withSize(
          'webp',
          (bytes, at) => {
            bytes.writeUInt16LE(at, 26);
            bytes.writeUInt16LE(at, 28);
          },
          16_383,
        ),
    ],
    [
      'gif',
      async () =>
        withSize(
          'gif',
          (bytes, at) => {
            // The first frame: the decoder does not believe the size of the screen.
            const frame = bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 64, 0, 48, 0]));
            for (const place of [6, 8, frame + 5, frame + 7]) bytes.writeUInt16LE(at, place);
          },
          30_000,
        ),
    ],
  ] as const)('in %s with too many pixels is not decoded', async (kind, make) => {
    const bytes = await make();
    expect(bytes.length).toBeLessThan(2 * megabyte);
    expect(await refusalOf(`a.${kind}`, `image/${kind}`, bytes)).toEqual(tooLarge);
    expect(counted).toEqual({ headers: 1, images: 0 });
  });

  it.each([
    [
      'an SVG',
      'a.svg',
      'image/svg+xml',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>'),
    ],
    ['a compressed SVG', 'a.svgz', 'image/svg+xml', gzipSync(`<svg>${' '.repeat(megabyte)}</svg>`)],
    ['a compressed SVG called PNG', 'a.png', 'image/png', gzipSync(`<svg>${' '.repeat(megabyte)}</svg>`)],
  ])('that is %s is not even read', async (_, name, type, bytes) => {
    expect(await refusalOf(name, type, bytes)).toEqual([40_000, '仅支持 PNG、JPEG、WebP 或 GIF 图片']);
    expect(counted).toEqual({ headers: 0, images: 0 });
  });

  it('in progressive JPEG with thousands of scans is rejected', async () => {
    expect(await refusalOf('a.jpg', 'image/jpeg', await manyScans())).toEqual([
      40_000,
      '图片已损坏，无法读取',
    ]);
  });

  it('control: a good one is counted with its header and one decoding', async () => {
    const { name, type, bytes } = await sampleImage('png');
    expect(await refusalOf(name, type, bytes)).toBeNull();
    expect(counted).toEqual({ headers: 1, images: 1 });
  });
});

/** An image whose header declares `side` pixels in both directions. */
async function withSize(
  kind: 'jpeg' | 'webp' | 'gif',
  write: (bytes: Buffer, side: number) => void,
  side: number,
): Promise<Uint8Array> {
  const bytes = Buffer.from((await sampleImage(kind)).bytes);
  write(bytes, side);
  return bytes;
}

/** The last scan of a progressive JPEG, repeated to almost 2 MB. */
async function manyScans(): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const bytes = await sharp({ create: { width: 2_000, height: 2_000, channels: 3, background: 'grey' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const end = bytes.length - 2;
  const scan = bytes.subarray(bytes.lastIndexOf(Buffer.from([0xff, 0xda])), end);
  const copies = Math.floor((1.9 * megabyte) / scan.length);
  return Buffer.concat([
    bytes.subarray(0, end),
    ...Array.from({ length: copies }, () => scan),
    bytes.subarray(end),
  ]);
}
