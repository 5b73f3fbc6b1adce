/**
 * Reads the first sheet of an untrusted workbook: the unpacked size is limited while unpacking, entity declarations are
 * rejected, and of formulas only the stored result is read.
 */
import { SaxesParser } from 'saxes';
import yauzl from 'yauzl';
import { err, ok, type Result } from '../../../kernel/result.ts';

/** `big`: too large when unpacked, or too many rows or columns. `file`: not a workbook. */
export type XlsxFault = 'file' | 'big';

const maxEntries = 1_000;
/** Of all parts that are read, unpacked. Ten thousand rows of twenty columns are 10 MB. */
const maxUnpackedBytes = 40 * 1_048_576;
/** Of all cells. A text that many cells share counts in each of them: what follows reads it each time. */
const maxCellCharacters = 40 * 1_048_576;
const maxColumns = 200;
/** Nesting depth of elements, and attributes per element: the parser holds all of them in memory. */
const maxDepth = 64;
const maxAttributes = 256;

export interface XlsxRow {
  /** Row number as in the spreadsheet. */
  readonly row: number;
  readonly cells: readonly string[];
}

export async function readXlsx(
  bytes: Uint8Array,
  maxRows: number,
): Promise<Result<readonly XlsxRow[], XlsxFault>> {
  try {
    const parts = await openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const target = await firstSheet(parts);
    const shared = parts.has('xl/sharedStrings.xml') ? await readShared(parts) : [];
    return ok(await readSheet(parts, target, shared, maxRows));
  } catch (error) {
    return err(error instanceof TooBig ? 'big' : 'file');
  }
}

class TooBig extends Error {}
class NoWorkbook extends Error {}
/** Thrown to stop reading a part; never leaves this file. */
class Enough extends Error {}

type Parts = ReadonlyMap<string, () => Promise<NodeJS.ReadableStream>>;

function openZip(buffer: Buffer): Promise<Parts> {
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

type Handlers = {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/** Emits elements by their local names. */
async function readPart(parts: Parts, name: string, { open, text, close }: Handlers): Promise<void> {
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

async function firstSheet(parts: Parts): Promise<string> {
  let id = '';
  await readPart(parts, 'xl/workbook.xml', {
    open(name, attributes) {
      if (name === 'sheet') id ||= attributes['r:id'] ?? '';
    },
  });
  let target = '';
  await readPart(parts, 'xl/_rels/workbook.xml.rels', {
    open(name, attributes) {
      if (name === 'Relationship' && attributes.Id === id) target = attributes.Target ?? '';
    },
  });
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

async function readShared(parts: Parts): Promise<readonly string[]> {
  const shared: string[] = [];
  let text: string | null = null;
  let isText = false;
  let isHint = false;
  await readPart(parts, 'xl/sharedStrings.xml', {
    open(name) {
      if (name === 'si') text = '';
      // Phonetic hints are not part of the text.
      if (name === 'rPh') isHint = true;
      isText = name === 't';
    },
    text(content) {
      if (text !== null && isText && !isHint) text += content;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') isHint = false;
      if (name === 'si') {
        shared.push(unescaped(text ?? ''));
        text = null;
      }
    },
  });
  return shared;
}

async function readSheet(
  parts: Parts,
  target: string,
  shared: readonly string[],
  maxRows: number,
): Promise<readonly XlsxRow[]> {
  const rows: XlsxRow[] = [];
  let cells: string[] = [];
  let row = 0;
  let column = -1;
  let type = '';
  let value = '';
  let isValue = false;
  let isHint = false;
  let leftCharacters = maxCellCharacters;
  await readPart(parts, target, {
    open(name, attributes) {
      if (name === 'row') {
        row = Number(attributes.r ?? row + 1);
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = attributes.r ? columnIndex(attributes.r) : column + 1;
        if (column >= maxColumns) throw new TooBig();
        type = attributes.t ?? 'n';
        value = '';
      } else if (name === 'rPh') isHint = true;
      isValue = !isHint && (name === 'v' || name === 't');
    },
    text(content) {
      if (isValue) value += content;
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'rPh') isHint = false;
      else if (name === 'c' && value !== '') {
        while (cells.length < column) cells.push('');
        const cell = cellText(type, value, shared);
        leftCharacters -= cell.length;
        if (leftCharacters < 0) throw new TooBig();
        cells[column] = cell;
      } else if (name === 'row' && cells.some((cell) => cell.trim() !== '')) {
        if (rows.length > maxRows) throw new TooBig();
        rows.push({ row, cells });
      } else if (name === 'sheetData') throw new Enough();
    },
  });
  return rows;
}

function cellText(type: string, value: string, shared: readonly string[]): string {
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'n') return plainNumber(value);
  return type === 'e' ? '' : unescaped(value);
}

/** `1.3800001111E10` is a phone number that a spreadsheet stored as a number. */
function plainNumber(text: string): string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? String(value) : text;
}

/** 0 for `A1`. */
function columnIndex(reference: string): number {
  let index = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')
    index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

const unescaped = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
