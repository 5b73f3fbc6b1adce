/**
 * Writes workbooks while their rows are read; a row is in memory only until it is compressed. Every text is written as
 * text, so nothing is evaluated as a formula.
 */
import { Readable } from 'node:stream';
import yazl from 'yazl';
import type { Cell, Sheet, SheetColumn } from './cells.ts';

/** Level 1 compresses tables almost as well as the default, in a third of the time. */
const compressionLevel = 1;
/** Limit of a spreadsheet cell. */
const maxTextLength = 32_767;
/** Rows below the heading that have drop-down lists. */
const rowsWithChoices = 10_000;
const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const xlsxType = `${types}.sheet`;

/**
 * Sheet names must be different. Values of drop-down lists are in an extra last sheet. Ending the iteration early stops
 * reading rows.
 */
export async function* xlsxFile(given: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  const choices = given[0]!.columns.filter((column) => column.choices?.length);
  const sheets = choices.length > 0 ? [...given, choiceSheet(choices)] : given;
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  const sources: Readable[] = [];
  zip.on('error', (error) => output.destroy(error as Error));
  const add = (name: string, text: string) =>
    zip.addBuffer(Buffer.from(header + text), name, { compressionLevel, mtime: new Date(0) });

  add('[Content_Types].xml', contentTypes(sheets.length));
  add('_rels/.rels', rootRelations);
  add('xl/workbook.xml', workbook(sheets));
  add('xl/_rels/workbook.xml.rels', workbookRelations(sheets.length));
  add('xl/styles.xml', styles);
  for (const [at, sheet] of sheets.entries()) {
    const source = Readable.from(worksheet(sheet, at === 0 ? choices : []), {
      objectMode: true,
      highWaterMark: 1,
    });
    sources.push(source);
    source.on('error', (error) => output.destroy(error));
    zip.addReadStream(source, `xl/worksheets/sheet${at + 1}.xml`, { compressionLevel, mtime: new Date(0) });
  }
  zip.end();
  try {
    for await (const chunk of output) yield chunk as Uint8Array;
  } finally {
    for (const source of sources) source.destroy();
    output.destroy();
  }
}

async function* worksheet({ columns, rows }: Sheet, choices: readonly SheetColumn[]): AsyncGenerator<Buffer> {
  const widths = columns
    .map(({ width = 18 }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('');
  const pane =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  const heading = columns.map(({ heading: text }) => textCell(text, 1)).join('');
  yield Buffer.from(
    `${header}<worksheet xmlns="${main}">${pane}<cols>${widths}</cols><sheetData><row>${heading}</row>`,
  );
  for await (const piece of rows) yield Buffer.from(piece.map(rowXml).join(''));
  yield Buffer.from(`</sheetData>${validations(columns, choices)}</worksheet>`);
}

const rowXml = (cells: readonly Cell[]) => `<row>${cells.map(cellXml).join('')}</row>`;

function cellXml(cell: Cell): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'object') return textCell(cell.marked, 3);
  return typeof cell === 'number' ? `<c><v>${cell}</v></c>` : textCell(cell, 2);
}

const textCell = (text: string, style: number) =>
  `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow these characters
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

function escaped(text: string): string {
  if (!/[^\w\u4e00-\u9fff .:/-]|_x/.test(text)) return text.slice(0, maxTextLength);
  return (
    text
      .slice(0, maxTextLength)
      .replace(unwritable, '')
      // Spreadsheets read `_x0041_` as the character with that code.
      .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
      .replace(/[&<>"\r]/g, (each) => entities[each]!)
  );
}

/** A drop-down list below the heading of each column that has choices. */
function validations(columns: readonly SheetColumn[], choices: readonly SheetColumn[]): string {
  if (choices.length === 0) return '';
  const each = choices.map((column, at) => {
    const [letter, from] = [columnName(columns.indexOf(column)), columnName(at)];
    const range = `'${choicesName}'!$${from}$2:$${from}$${column.choices!.length + 1}`;
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${letter}2:${letter}${rowsWithChoices + 1}"><formula1>${range}</formula1></dataValidation>`;
  });
  return `<dataValidations count="${each.length}">${each.join('')}</dataValidations>`;
}

const choicesName = '_';

function choiceSheet(choices: readonly SheetColumn[]): Sheet {
  const max = Math.max(...choices.map((column) => column.choices!.length));
  const rows = Array.from({ length: max }, (_, at) => choices.map((column) => column.choices![at] ?? null));
  return { name: choicesName, columns: choices.map(({ heading }) => ({ heading })), rows: [rows] };
}

/** 0 is A, 26 is AA. */
export function columnName(at: number): string {
  const rest = Math.floor(at / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (at % 26));
}

const contentTypes = (sheets: number) =>
  `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${numbers(sheets, (at) => `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="${types}.worksheet+xml"/>`)}</Types>`;

const rootRelations = `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const workbook = (sheets: readonly Sheet[]) =>
  `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets
    .map(
      ({ name }, at) =>
        `<sheet name="${escaped(name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31))}" sheetId="${at + 1}"${name === choicesName ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
    )
    .join('')}</sheets></workbook>`;

const workbookRelations = (sheets: number) =>
  `<Relationships xmlns="${packaged}/relationships">${numbers(sheets, (at) => `<Relationship Id="rId${at}" Type="${relations}/worksheet" Target="worksheets/sheet${at}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`;

/** 0 default, 1 heading, 2 text regardless of its content, 3 the same on red. */
const styles = `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFC7CE"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFill="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const numbers = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at + 1)).join('');
