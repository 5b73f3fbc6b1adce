import { readFile } from 'node:fs/promises';
import { expect } from 'expect';
import type { Locator, Page } from 'playwright-core';
import { duplicateWindowMs } from '../../app/_console/api/duplicate-guard.ts';
import type { ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import type { FieldDef } from '../../lib/contracts/admin/field.ts';
import { fieldText } from '../../lib/contracts/admin/field-schema.ts';
import { importable, writable } from '../../lib/contracts/admin/resource-schema.ts';
import type { Cell } from '../../lib/domain/resource/sheet/cells.ts';
import { readCsv } from '../../lib/domain/resource/sheet/csv.ts';
import { readXlsx } from '../../lib/domain/resource/sheet/xlsx-reader.ts';
import { xlsxFile } from '../../lib/domain/resource/sheet/xlsx-writer.ts';
import { type ConsolePage, soon } from './console-page.ts';
import { textOf } from './csv-text.ts';

/** Input for a field as users see it: a text, the label of an option, or the state of a switch. */
export type FieldInput = string | boolean | readonly string[];

export interface WalkedPage {
  readonly resource: ResourceDef;
  /** Menu entries that lead to the page. */
  readonly menu: readonly [directory: string, page: string];
  /** Heading of the page, if it is not the menu entry. */
  readonly heading?: string;
  /** Where the form is not behind the button of the page. */
  openForm?(page: Page): Promise<void>;
  /** Input that does not follow from the definition. Null: the field keeps its value. */
  values(name: string): Readonly<Record<string, FieldInput | null>>;
  /** Fills fields without a plain input, in the open form. */
  readonly inputs?: Readonly<Record<string, (form: Locator) => Promise<void>>>;
  /** Fields that the detail shows differently. */
  readonly notInDetail?: readonly string[];
  /** Absent if rows of this page cannot be edited. */
  readonly change?: readonly [field: string, text: (name: string) => string];
  /** Steps from the menu's page to the list. */
  openList?(person: ConsolePage): Promise<void>;
  /** Heading of the dialog that is shown once after a row was created. */
  readonly oneTimeDialog?: RegExp;
  /** What remains of a deleted row; nothing by default. */
  readonly afterRemoval?: string;
  /** Finds rows by other means than the keyword. */
  find?(person: ConsolePage, name: string): Promise<void>;
  /** Values in files that differ from those of the form. */
  readonly inFiles?: Readonly<Record<string, string>>;
  /** An invalid row of a file: field, value, and error message. */
  readonly refused?: { readonly field: string; readonly text: string; readonly message: string };
}

/** Fields of the form, with their definitions. */
function formFields(resource: ResourceDef): (readonly [string, FieldDef])[] {
  return writable(resource, 'create').filter(([, field]) => field.form !== false);
}

const exactly = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*\\*?$`);

/** Input for a field without one in `values`: valid by its definition, and not its initial value. */
function defaults(resource: ResourceDef, name: string, field: FieldDef, title: string): FieldInput | null {
  if (name === resource.titleField) return title;
  const options = (field.options ?? []).map(({ label }) => label['zh-CN']);
  switch (field.kind) {
    case 'enum':
      return options[1] ?? options[0] ?? null;
    case 'flag':
    case 'boolean':
      return true;
    case 'integer':
      return String(Math.max(field.min ?? 0, 7));
    case 'time':
      return '2031-05-06 07:08:09';
    case 'strings':
      return options.length > 0 ? options.slice(0, 2) : null;
    case 'icon':
      return 'IconCamera';
    case 'text':
    case 'string':
    case 'html':
      return field.pattern && name !== resource.titleField ? null : `${title}的${field.label['zh-CN']}`;
    default:
      return null;
  }
}

export class PageWalk {
  readonly #values: Readonly<Record<string, FieldInput>>;

  constructor(
    readonly person: ConsolePage,
    readonly walked: WalkedPage,
    readonly name: string,
  ) {
    this.#values = this.#inputsFor(name);
  }

  #inputsFor(name: string): Readonly<Record<string, FieldInput>> {
    const own = this.walked.values(name);
    return Object.fromEntries(
      formFields(this.walked.resource).flatMap(([field, definition]) => {
        const value = Object.hasOwn(own, field)
          ? own[field]
          : defaults(this.walked.resource, field, definition, name);
        return value === null || value === undefined ? [] : [[field, value] as const];
      }),
    );
  }

  get #page() {
    return this.person.page;
  }
  /** The page's name in files and screenshots. */
  get #key(): string {
    return this.walked.resource.key.replace('.', '-');
  }
  #label(field: string): string {
    return this.walked.resource.fields[field]!.label['zh-CN'];
  }
  #button(name: string | RegExp, inside: Locator | ConsolePage['page'] = this.#page) {
    return inside.getByRole('button', { name });
  }
  get #form(): Locator {
    return this.#page
      .locator('form:not([role="search"])')
      .filter({ has: this.#page.locator('[data-field]') });
  }

  /** Navigates by the menu. */
  async open(): Promise<void> {
    const { person, walked } = this;
    const [directory, page] = walked.menu;
    // A failed walk may have left the phone width, and a dialog open.
    await this.#widen();
    const isOpen = await this.#page.getByRole('banner').count();
    if (!isOpen || (await this.#page.getByRole('dialog').count())) await this.#enter();
    const menu = this.#page.getByRole('navigation').first();
    await menu.getByText(directory).first().waitFor();
    const entry = menu.getByRole('link', { name: page, exact: true });
    const closed = menu.locator('[aria-expanded="false"]').filter({ hasText: directory });
    if (await closed.count()) await closed.click();
    await entry.click();
    await this.#page.getByRole('heading', { level: 1, name: walked.heading ?? page }).waitFor();
    await person.settled();
    await walked.openList?.(person);
    await person.settled();
    await this.#button(/^重置$/).click();
    await person.settled();
  }

  /** Loads the console without tabs: a list that stays open behind a tab makes each step slower. */
  async #enter(): Promise<void> {
    await this.person.leave();
    await this.#page.evaluate(() => localStorage.setItem('multi_tab', 'false'));
    await this.person.openPage('/index');
  }

  /** The row in the list, filtered so that only matching names remain. */
  async find(name: string): Promise<Locator> {
    const { person, walked } = this;
    if (walked.find) await walked.find(person, name);
    else {
      const box = this.#page.getByRole('textbox', { name: '关键字' });
      await box.fill(name);
      await box.press('Enter');
      await this.#page.waitForURL(({ searchParams }) => searchParams.get('keyword') === name);
    }
    await person.settled();
    return person.row(name).first();
  }

  /** Saves the empty form, and expects an error at each required field. */
  async refuseEmpty(): Promise<void> {
    await (this.walked.openForm?.(this.#page) ?? this.#button('新增').first().click());
    await this.#form.waitFor();
    const needed = formFields(this.walked.resource).filter(
      ([name, field]) => field.required && field.default === undefined && name in this.#values,
    );
    await this.#button('保存', this.#form).click();
    for (const [name, field] of needed)
      await this.#form
        .locator(`[data-field="${name}"]`)
        .getByText(fieldText(field, 'required')['zh-CN'], { exact: true })
        .waitFor();
    expect(needed.length).toBeGreaterThan(0);
    await this.person.shot(`${this.#key}-form-empty`);
  }

  /** Fills every field by its label, and checks both widths. */
  async fill(): Promise<void> {
    // Fields that others depend on come first: they make the others visible.
    const fields = formFields(this.walked.resource);
    const leaders = new Set(
      fields.flatMap(([, { form }]) =>
        form && 'visibleWhen' in form && form.visibleWhen ? [form.visibleWhen.field] : [],
      ),
    );
    const ordered = [
      ...fields.filter(([name]) => leaders.has(name)),
      ...fields.filter(([name]) => !leaders.has(name)),
    ];
    for (const [name, field] of ordered) {
      const own = this.walked.inputs?.[name];
      if (own) await own(this.#form);
      else if (name in this.#values) await this.#give(field, this.#values[name]!);
    }
    await this.person.shot(`${this.#key}-form`);
    expect(await this.person.findings()).toEqual([]);
    await this.#narrow(`${this.#key}-form-390`);
  }

  /** The same at phone width: nothing overflows. */
  async #narrow(shot: string): Promise<void> {
    await this.#page.setViewportSize({ width: 390, height: 844 });
    await this.#page.waitForFunction(() => innerWidth === 390);
    await this.person.still();
    await this.person.shot(shot);
    expect(await this.person.overflow()).toBeLessThanOrEqual(0);
    await this.#widen();
    await this.person.still();
  }

  async #widen(): Promise<void> {
    await this.#page.setViewportSize({ width: 1440, height: 900 });
    await this.#page.waitForFunction(() => innerWidth === 1440);
  }

  async #give(field: FieldDef, value: FieldInput): Promise<void> {
    const name = exactly(field.label['zh-CN']);
    const { form } = field;
    const widget = form ? form.widget : undefined;
    if (typeof value === 'boolean') {
      // The help text is part of the accessible name.
      await this.#form
        .getByRole('switch', { name: new RegExp(`^${field.label['zh-CN']}`) })
        .setChecked(value);
    } else if (widget === 'radio') {
      await this.#form.getByRole('radiogroup', { name }).getByLabel(String(value), { exact: true }).check();
    } else if (widget === 'editor') {
      await this.#form.getByRole('textbox', { name }).fill(String(value));
    } else if (widget === 'tags') {
      for (const one of value as readonly string[]) {
        await this.#form
          .getByRole('combobox', { name })
          .or(this.#form.getByRole('textbox', { name }))
          .first()
          .fill(one);
        await this.#page.keyboard.press('Enter');
      }
    } else if (['relation', 'enum', 'dict', 'icon', 'strings'].includes(field.kind)) {
      const box = this.#form.getByLabel(name).and(this.#form.locator('input:not([type="hidden"])')).first();
      // A multi-select stays open; its input is below the selected values.
      await box.click({ force: true });
      for (const one of Array.isArray(value) ? value : [value]) {
        if (field.kind === 'icon') await box.fill(String(one));
        await this.#choices(String(one)).click();
      }
      if (Array.isArray(value)) await this.#page.keyboard.press('Escape');
    } else await this.#form.getByLabel(name).fill(String(value));
  }

  /** Options of the open list, plain or tree. */
  #choices(name: string): Locator {
    const open = this.#page.locator('[role="listbox"]:visible');
    return open
      .getByRole('option', { name, exact: true })
      .or(open.getByText(name, { exact: true }))
      .first();
  }

  async save(isNew = true): Promise<void> {
    await this.#button('保存', this.#form).click();
    if (isNew && this.walked.oneTimeDialog) {
      const dialog = this.#page.getByRole('dialog', { name: this.walked.oneTimeDialog });
      await dialog.waitFor();
      await this.person.still();
      await this.person.shot(`${this.#key}-once`);
      expect(await this.person.findings()).toEqual([]);
      await this.#button('关闭', dialog).last().click();
      await this.#button('已保存，关闭', dialog).click();
      await dialog.waitFor({ state: 'hidden' });
    }
    await this.#form.waitFor({ state: 'hidden' });
  }

  /** Expects the input in the row, and completely in its detail. */
  async see(): Promise<void> {
    const row = await this.find(this.name);
    await row.waitFor();
    await this.person.shot(`${this.#key}-list`);
    await this.person.act(this.name, '详情');
    const detail = this.#page.getByRole('dialog');
    await detail.getByRole('table').first().waitFor();
    const left = new Set(this.walked.notInDetail);
    for (const [name, value] of Object.entries(this.#values)) {
      const { kind, detail: ownLine } = this.walked.resource.fields[name]!;
      if (left.has(name) || kind === 'secret' || kind === 'icon') continue;
      const line = detail
        .getByRole('row')
        .filter({ has: this.#page.getByRole('rowheader', { name: this.#label(name), exact: true }) })
        .first();
      const shown = value === true ? '是' : Array.isArray(value) ? value.join('、') : String(value);
      // Fields without a line of their own are shown within another one.
      const place = ownLine === false ? detail : line.getByRole('cell');
      // The label of an option may load after the rest.
      await soon.poll(() => place.innerText(), { message: name }).toContain(shown);
    }
    await this.person.shot(`${this.#key}-detail`);
    expect(await this.person.findings()).toEqual([]);
    await this.#page.keyboard.press('Escape');
    await detail.waitFor({ state: 'hidden' });
  }

  /** For a read-only page. */
  async read(): Promise<void> {
    await (await this.find(this.name)).waitFor();
    await this.person.shot(`${this.#key}-list`);
    await this.person.act(this.name, '详情');
    const detail = this.#page.getByRole('dialog');
    await detail.getByRole('table').first().waitFor();
    await detail.getByRole('cell', { name: this.name }).first().waitFor();
    await this.person.shot(`${this.#key}-detail`);
    expect(await this.person.findings()).toEqual([]);
    await this.#page.keyboard.press('Escape');
    await detail.waitFor({ state: 'hidden' });
  }

  /** Edits one field, and expects that no other changes. */
  async change(): Promise<void> {
    const { change, resource } = this.walked;
    if (!change) return;
    const [name, text] = change;
    await this.person.act(this.name, '修改');
    await this.#form.waitFor();
    const wanted = text(this.name);
    await this.#give(resource.fields[name]!, wanted);
    await this.person.shot(`${this.#key}-form-edit`);
    await this.save(false);
    const row = await this.find(this.name);
    if (resource.fields[name]?.list && !resource.fields[name].list.hidden)
      await row.getByText(wanted, { exact: true }).first().waitFor();
    else {
      await this.person.act(this.name, '详情');
      await this.#page.getByRole('dialog').getByText(wanted, { exact: true }).first().waitFor();
      await this.#page.keyboard.press('Escape');
      await this.#page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
  }

  /** Both file formats contain the filtered list: its columns in order, and its rows. */
  async export(): Promise<void> {
    const { resource } = this.walked;
    await this.person.settled();
    const shown = await shownList(this.person, resource);
    expect(shown.length).toBeGreaterThan(1);
    const xlsx = await readXlsx(await this.#download('导出 Excel', 'xlsx'), 1_000);
    if (!xlsx.ok) throw new Error(xlsx.error);
    expect(xlsx.value.map(({ cells }) => filled(cells, shown[0]!.length))).toEqual(shown);
    const csv = readCsv(textOf(await this.#download('导出 CSV', 'csv')), 1_000);
    if (!csv.ok) throw new Error(csv.error.kind);
    expect(csv.value.filter((cells) => cells.length > 1)).toEqual(shown);
  }

  /** The file is named by page and time. */
  async #download(item: string, format: string): Promise<Uint8Array> {
    await this.#button('导出').click();
    const [download] = await Promise.all([
      this.#page.waitForEvent('download'),
      this.#page.getByRole('menuitem', { name: item }).click(),
    ]);
    const name = `^${this.walked.resource.title['zh-CN']} \\d{4}-\\d\\d-\\d\\d \\d{4}\\.${format}$`;
    expect(download.suggestedFilename()).toMatch(new RegExp(name));
    return new Uint8Array(await readFile(await download.path()));
  }

  /**
   * Imports the template with a valid and an invalid row: the invalid one is reported by row and column, the valid one
   * is imported.
   */
  async import(good: string, bad: string): Promise<void> {
    const { resource, refused } = this.walked;
    if (!refused) throw new Error(`${resource.key}: the walk has no invalid row (\`refused\`)`);
    await this.#button('导入').click();
    const dialog = this.#page.getByRole('dialog', { name: `导入${resource.title['zh-CN']}` });
    const [download] = await Promise.all([
      this.#page.waitForEvent('download'),
      this.#button('下载模板', dialog).click(),
    ]);
    const template = await readXlsx(new Uint8Array(await readFile(await download.path())), 10);
    if (!template.ok) throw new Error(template.error);
    const headings = template.value[0]?.cells ?? [];
    const fields = importable(resource);
    expect(headings).toEqual(fields.map(([, field]) => field.label['zh-CN']));
    const cellsOf = (name: string): string[] => {
      const values = this.#inputsFor(name);
      return fields.map(([field]) => this.walked.inFiles?.[field] ?? words(values[field]));
    };
    const spoiled = cellsOf(bad);
    spoiled[fields.findIndex(([field]) => field === refused.field)] = refused.text;
    await dialog.locator('input[type=file]').setInputFiles({
      name: download.suggestedFilename(),
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await workbook(resource.title['zh-CN'], headings, [cellsOf(good), spoiled]),
    });
    await this.#button('检查文件', dialog).click();
    await dialog.getByText('共 2 行：将新增 1 行，将更新 0 行，1 行有错误。尚未保存。').waitFor();
    await dialog
      .getByRole('row', { name: `3 ${this.#label(refused.field)} ${refused.message}`, exact: true })
      .waitFor();
    await this.person.shot(`${this.#key}-import`);
    await dialog.getByLabel('跳过有错误的行').check();
    await this.#button('导入 1 行', dialog).click();
    await dialog.getByText('导入完成：新增 1，更新 0，跳过 1').waitFor();
    await this.#button('关闭', dialog).last().click();
    await dialog.waitFor({ state: 'hidden' });
    await (await this.find(good)).waitFor();
    await (await this.find(bad)).waitFor({ state: 'hidden' });
  }

  /**
   * Presses 撤销, again if a toast that arrived or left at that moment moved it from under the pointer. Fails by itself
   * if the server did not restore.
   */
  async #undo(): Promise<void> {
    const offer = this.#button('撤销');
    const restored = this.#page.waitForResponse((response) => response.url().endsWith('/restore'));
    restored.catch(() => {}); // reported below
    await soon(async () => {
      await offer.click({ timeout: 5_000 });
      await offer.waitFor({ state: 'hidden', timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    expect((await restored).status()).toBe(200);
  }

  /** Deletes with confirmation, and undoes where that is offered. */
  async remove(): Promise<void> {
    const { restorable } = this.walked.resource;
    await this.find(this.name);
    await this.person.act(this.name, '删除');
    const row = this.person.row(this.name).first();
    if (restorable) {
      await row.waitFor({ state: 'hidden' });
      // Undo is offered after the response of the server; the row may disappear before.
      await this.#undo();
      const removedAt = await this.#page.evaluate(() => performance.now());
      await row.waitFor();
      // A second deletion before that counts as a double click.
      await this.#page.waitForFunction((at) => performance.now() > at, removedAt + duplicateWindowMs);
      await this.person.act(this.name, '删除');
    } else {
      const question = this.#page.getByRole('dialog', { name: '删除' });
      await question.getByText(/确定删除这 1 条/).waitFor();
      await this.person.shot(`${this.#key}-remove`);
      await this.#button('确定', question).click();
    }
    if (this.walked.afterRemoval) await row.getByText(this.walked.afterRemoval, { exact: true }).waitFor();
    else await row.waitFor({ state: 'hidden' });
  }
}

/** Creates, reads, edits, exports and deletes a row of a page, and imports files. */
export async function walkPage(person: ConsolePage, walked: WalkedPage, fresh: () => string): Promise<void> {
  const walk = new PageWalk(person, walked, fresh());
  await walk.open();
  await walk.refuseEmpty();
  await walk.fill();
  await walk.save();
  await walk.see();
  await walk.change();
  if (walked.resource.can.includes('export')) await walk.export();
  if (walked.resource.can.includes('import')) await walk.import(fresh(), fresh());
  await walk.remove();
}

/** A read-only page: its list, the detail of one row, and its files. */
export async function walkList(person: ConsolePage, walked: WalkedPage, name: string): Promise<void> {
  const walk = new PageWalk(person, walked, name);
  await walk.open();
  await walk.read();
  if (walked.resource.can.includes('export')) await walk.export();
}

/** Headings and rows of the list as in files, without columns that files do not have. */
async function shownList(person: ConsolePage, resource: ResourceDef): Promise<string[][]> {
  const [headings = [], ...rows] = await person.page
    .getByRole('main')
    .locator('table tr')
    .evaluateAll((lines) =>
      lines.map((line) =>
        [...line.querySelectorAll('th, td')].map((cell) => (cell as HTMLElement).innerText.trim()),
      ),
    );
  const exported = new Set(
    Object.values(resource.fields).flatMap(({ label, export: isIn, list }) =>
      (isIn ?? list !== undefined) ? [label['zh-CN']] : [],
    ),
  );
  const kept = headings.flatMap((heading, at) => (exported.has(heading) ? [at] : []));
  return [headings, ...rows].map((cells) => kept.map((at) => (cells[at] === '—' ? '' : (cells[at] ?? ''))));
}

/** Rows of a workbook end at their last value. */
const filled = (cells: readonly string[], count: number) =>
  Array.from({ length: count }, (_, at) => cells[at] ?? '');

const words = (value: FieldInput | undefined) =>
  value === true ? '是' : value === false ? '否' : value === undefined ? '' : [value].flat().join('、');

async function workbook(name: string, headings: readonly string[], rows: readonly Cell[][]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const sheet = { name, columns: headings.map((heading) => ({ heading })), rows: [rows] };
  for await (const piece of xlsxFile([sheet])) pieces.push(piece);
  return Buffer.concat(pieces);
}
