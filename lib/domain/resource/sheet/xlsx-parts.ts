/** Parts of an untrusted workbook: the unpacked size is limited while unpacking, and entity declarations are rejected. */
import { SaxesParser } from 'saxes';
import yauzl from 'yauzl';

const maxEntries = 1_000;
/** Of all parts that are read, unpacked. Ten thousand rows of twenty columns are 10 MB. */
const maxUnpackedBytes = 40 * 1_048_576;
/** Nesting depth of elements, and attributes per element: the parser holds all of them in memory. */
const maxDepth = 64;
const maxAttributes = 256;

export class TooBig extends Error {}
class NoWorkbook extends Error {}
/** Thrown to stop reading a part; `readPart` catches it. */
export class Enough extends Error {}

export type Parts = ReadonlyMap<string, () => Promise<NodeJS.ReadableStream>>;

export function openZip(buffer: Buffer): Promise<Parts> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(buffer, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error) return reject(error);
      const parts = new Map<string, () => Promise<NodeJS.ReadableStream>>();
      let leftBytes = maxUnpackedBytes;
      zip.on('error', reject);
      zip.on('end', () => resolve(parts));
      zip.on('entry', (entry: yauzl.Entry) => {
        if (parts.size >= maxEntries) return reject(new TooBig());
        parts.set(entry.fileName, () => {
          // An entry that unpacks to more than it declares is an error of the stream.
          leftBytes -= entry.uncompressedSize;
          if (leftBytes < 0) return Promise.reject(new TooBig());
          return new Promise((open, fail) =>
            zip.openReadStream(entry, (fault, stream) => (fault ? fail(fault) : open(stream))),
          );
        });
        zip.readEntry();
      });
      zip.readEntry();
    });
  });
}

export type Handlers = {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/** Emits elements by their local names. */
export async function readPart(parts: Parts, name: string, { open, text, close }: Handlers): Promise<void> {
  const opened = parts.get(name);
  if (!opened) throw new NoWorkbook();
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw new NoWorkbook();
  });
  parser.on('error', (error) => {
    throw error;
  });
  let depth = 0;
  let attributes = 0;
  parser.on('opentagstart', () => {
    attributes = 0;
    depth += 1;
    if (depth > maxDepth) throw new NoWorkbook();
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > maxAttributes) throw new NoWorkbook();
  });
  parser.on('opentag', (tag) => open?.(local(tag.name), tag.attributes as Record<string, string>));
  parser.on('text', (content) => text?.(content));
  parser.on('closetag', (tag) => {
    depth -= 1;
    close?.(local(tag.name));
  });
  const stream = await opened();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of stream) parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    parser.write(decoder.decode()).close();
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);
