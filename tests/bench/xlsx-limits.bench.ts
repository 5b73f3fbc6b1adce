// Time and memory for workbooks at the reader's limits, or compressed to appear small.
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import yazl from 'yazl';
import { scratchFolder } from '../kit/scratch-folder.ts';

const targets = { tookMs: 5_000, grownMb: 200 } as const;
const MB = 2 ** 20;
/** The row limit of an import. */
const maxRows = 10_000;

const workbook =
  '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>';
const relations = '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>';

async function workbookOf(sheet: Buffer, others: Readonly<Record<string, Buffer>> = {}): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from(workbook), 'xl/workbook.xml');
  zip.addBuffer(Buffer.from(relations), 'xl/_rels/workbook.xml.rels');
  zip.addBuffer(sheet, 'xl/worksheets/sheet1.xml');
  for (const [name, bytes] of Object.entries(others)) zip.addBuffer(bytes, name);
  zip.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip.outputStream as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const inSheet = (rows: string) => Buffer.from(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
const rowsOf = (count: number, cells: string) => inSheet(`<row>${cells}</row>`.repeat(count));
const text = (length: number) => `<c t="inlineStr"><is><t>${'文'.repeat(length)}</t></is></c>`;
const number = '<c><v>1</v></c>';

const cases: Readonly<Record<string, () => Promise<Buffer>>> = {
  'all rows with 20 texts': () => workbookOf(rowsOf(maxRows, text(10).repeat(20))),
  'all rows with 200 numbers': () => workbookOf(rowsOf(maxRows, number.repeat(200))),
  'one row of 38 MB': () => workbookOf(rowsOf(1, number.repeat((38 * MB) / number.length))),
  'a text of 38 MB': () => workbookOf(rowsOf(1, text((38 * MB) / 3))),
  'a million shared texts': () =>
    workbookOf(rowsOf(1, '<c t="s"><v>1</v></c>'), {
      'xl/sharedStrings.xml': Buffer.from(`<sst>${'<si><t>abcd</t></si>'.repeat(1_000_000)}</sst>`),
    }),
  'unpacks to 400 MB of spaces': () => workbookOf(Buffer.alloc(400 * MB, 0x20)),
};

const program = join(import.meta.dirname, '../kit/xlsx-process.ts');
const folder = scratchFolder('oriel-xlsx-');
const worst = { tookMs: 0, grownMb: 0 };
for (const [name, make] of Object.entries(cases)) {
  const path = join(folder, 'book.xlsx');
  const bytes = await make();
  writeFileSync(path, bytes);
  const args = ['--import', 'tsx', program, path, String(maxRows)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { outcome, tookMs, grownBytes } = JSON.parse(stdout);
  const grownMb = Math.round(grownBytes / MB);
  const size = `${(bytes.length / 1_024).toFixed(0)} KB`;
  console.log(`${name} (${size}): ${outcome}, ${Math.round(tookMs)} ms, ${grownMb} MB`);
  worst.tookMs = Math.max(worst.tookMs, Math.round(tookMs));
  worst.grownMb = Math.max(worst.grownMb, grownMb);
}
rmSync(folder, { recursive: true });
const ok = worst.tookMs <= targets.tookMs && worst.grownMb <= targets.grownMb;
const result = { bench: 'xlsx-limits', value: worst.grownMb, unit: 'MB', target: targets.grownMb };
console.log(JSON.stringify({ ...result, ok, peers: worst }));
