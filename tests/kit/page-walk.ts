import { readFile } from 'node:fs/promises';
import { expect } from '@jest/globals';
import type { Locator } from 'playwright-core';
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

/** What is given for a field, as people see it: a text, the name of a choice, whether a switch is on. */
export type Given = string | boolean | readonly string[];

export interface WalkedPage {
  readonly resource: ResourceDef;
  /** Names of the menu's entries, down to the room. */
  readonly menu: readonly [directory: string, page: string];
  /** Heading of the room, where it is not the menu's word. */
  readonly heading?: string;
  /** What the definition cannot tell. Null: the field is left as it is. */
  given(name: string): Readonly<Record<string, Given | null>>;
  /** Done at the open form, for what no plain input takes. */
  readonly inputs?: Readonly<Record<string, (form: Locator) => Promise<void>>>;
  /** Shown by the detail in other words. */
  readonly notInDetail?: readonly string[];
  /** Absent: nobody changes rows of this room. */
  readonly change?: readonly [field: string, text: (name: string) => string];
  /** From the menu's page to the list, where there is a way in between. */
  enter?(person: ConsolePage): Promise<void>;
  /** What is shown once when a row was added, told of by its heading. */
  readonly once?: RegExp;
  /** What is left of a row that was removed; gone unless said. */
  readonly afterRemoval?: string;
  /** Rows are found by this instead of by the keyword. */
  find?(person: ConsolePage, name: string): Promise<void>;
  /** What files bring instead of what the form does. */
  readonly inFiles?: Readonly<Record<string, string>>;
  /** A row of a file that is refused: the field, what stands there, and why. */
  readonly refused?: { readonly field: string; readonly text: string; readonly message: string };
}

/** Fields of the form, with what is said of them. */
function formFields(resource: ResourceDef): (readonly [string, FieldDef])[] {
  return writable(resource, 'create').filter(([, field]) => field.form !== false);
}

const exactly = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*\\*?$`);

/** What a field is given where a room says nothing: fits its definition, and is not what stands there already. */
function defaults(resource: ResourceDef, name: string, field: FieldDef, title: string): Given | null {
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
  readonly #values: Readonly<Record<string, Given>>;

  constructor(
    readonly person: ConsolePage,
    readonly walked: WalkedPage,
    readonly name: string,
  ) {
    this.#values = this.#given(name);
  }

  #given(name: string): Readonly<Record<string, Given>> {
    const own = this.walked.given(name);
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
  /** Of the room in files and pictures. */
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

  /** By the menu, as people come. */
  async open(): Promise<void> {
    const { person, walked } = this;
    const [directory, page] = walked.menu;
    // Whatever an earlier walk has left open is gone.
    // A walk that failed may have left a phone.
    await this.#widen();
    await person.openPage('/index');
    const menu = this.#page.getByRole('navigation').first();
    await menu.getByText(directory).first().waitFor();
    const entry = menu.getByRole('link', { name: page, exact: true });
    const closed = menu.locator('[aria-expanded="false"]').filter({ hasText: directory });
    if (await closed.count()) await closed.click();
    await entry.click();
    await this.#page.getByRole('heading', { level: 1, name: walked.heading ?? page }).waitFor();
    await person.settled();
    await walked.enter?.(person);
    await person.settled();
    // A tab comes back with the filters it was left with.
    await this.#button(/^重置$/).click();
    await person.settled();
  }

  /** The row is in the list, alone with what else fits its name. */
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

  /** Saved with nothing in it, the form says at each field what it needs. */
  async refuseEmpty(): Promise<void> {
    await this.#button('新增').first().click();
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

  /** Every field by its label, and both widths looked at. */
  async fill(): Promise<void> {
    // What others depend on comes first: it brings them into view.
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

  /** The same on a phone: nothing sticks out. */
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

  async #give(field: FieldDef, value: Given): Promise<void> {
    const name = exactly(field.label['zh-CN']);
    const { form } = field;
    const widget = form ? form.widget : undefined;
    if (typeof value === 'boolean') {
      // Its help is part of its name.
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
      // What several are chosen in stays open; its input lies under what is chosen.
      await box.click({ force: true });
      for (const one of Array.isArray(value) ? value : [value]) {
        if (field.kind === 'icon') await box.fill(String(one));
        await this.#choices(String(one)).click();
      }
      if (Array.isArray(value)) await this.#page.keyboard.press('Escape');
    } else await this.#form.getByLabel(name).fill(String(value));
  }

  /** Of the list that is open, whether its entries are a tree's or not. */
  #choices(name: string): Locator {
    const open = this.#page.locator('[role="listbox"]:visible');
    return open
      .getByRole('option', { name, exact: true })
      .or(open.getByText(name, { exact: true }))
      .first();
  }

  async save(isNew = true): Promise<void> {
    await this.#button('保存', this.#form).click();
    if (isNew && this.walked.once) {
      const once = this.#page.getByRole('dialog', { name: this.walked.once });
      await once.waitFor();
      await this.person.still();
      await this.person.shot(`${this.#key}-once`);
      expect(await this.person.findings()).toEqual([]);
      await this.#button('关闭', once).last().click();
      await this.#button('已保存，关闭', once).click();
      await once.waitFor({ state: 'hidden' });
    }
    await this.#form.waitFor({ state: 'hidden' });
  }

  /** The row says what was given, in the list and whole in its detail. */
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
      // What stands in no line of its own is in the words of another.
      const place = ownLine === false ? detail : line.getByRole('cell');
      // The name of a choice may come after the rest.
      await soon.poll(() => place.innerText(), { message: name }).toContain(shown);
    }
    await this.person.shot(`${this.#key}-detail`);
    expect(await this.person.findings()).toEqual([]);
    await this.#page.keyboard.press('Escape');
    await detail.waitFor({ state: 'hidden' });
  }

  /** Of a room that is only read. */
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

  /** One field changed, and only it. */
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

  /** Both kinds of file hold what the filtered list shows: its columns, in its order, and its rows. */
  async export(): Promise<void> {
    const { resource } = this.walked;
    await this.person.settled();
    const shown = await shownList(this.person, resource);
    expect(shown.length).toBeGreaterThan(1);
    const xlsx = await readXlsx(await this.#download('导出 Excel', `${resource.title['zh-CN']}.xlsx`), 1_000);
    if (!xlsx.ok) throw new Error(xlsx.error);
    expect(xlsx.value.map(({ cells }) => filled(cells, shown[0]!.length))).toEqual(shown);
    const csv = readCsv(await this.#download('导出 CSV', `${resource.title['zh-CN']}.csv`), 1_000);
    if (!csv.ok) throw new Error(csv.error);
    expect(csv.value.filter((cells) => cells.length > 1)).toEqual(shown);
  }

  async #download(item: string, fileName: string): Promise<Uint8Array> {
    await this.#button('导出').click();
    const [download] = await Promise.all([
      this.#page.waitForEvent('download'),
      this.#page.getByRole('menuitem', { name: item }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(fileName);
    return new Uint8Array(await readFile(await download.path()));
  }

  /** The template with a good row and a bad one: the bad one is told of by row and column, the good one comes. */
  async import(good: string, bad: string): Promise<void> {
    const { resource, refused } = this.walked;
    if (!refused) throw new Error(`${resource.key} names no row to refuse`);
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
      const values = this.#given(name);
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

  /** Asked, and taken back where that is offered. */
  async remove(): Promise<void> {
    const { restorable } = this.walked.resource;
    await this.find(this.name);
    await this.person.act(this.name, '删除');
    const row = this.person.row(this.name).first();
    if (restorable) {
      await row.waitFor({ state: 'hidden' });
      // That is offered when the server has answered, which may be later than the row is gone.
      await this.#button('撤销').click();
      const removedAt = await this.#page.evaluate(() => performance.now());
      await row.waitFor();
      // The same sooner than that would be a double click.
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

/** What is added, seen, changed, exported and removed in a room, and what its files bring. */
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

/** A room where nothing is written: its list, one row of it whole, and its files. */
export async function walkList(person: ConsolePage, walked: WalkedPage, name: string): Promise<void> {
  const walk = new PageWalk(person, walked, name);
  await walk.open();
  await walk.read();
  if (walked.resource.can.includes('export')) await walk.export();
}

/** Headings and rows of the list, as files have them: what is no column of theirs is left out. */
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

/** Rows of a workbook end with their last value. */
const filled = (cells: readonly string[], count: number) =>
  Array.from({ length: count }, (_, at) => cells[at] ?? '');

const words = (value: Given | undefined) =>
  value === true ? '是' : value === false ? '否' : value === undefined ? '' : [value].flat().join('、');

async function workbook(name: string, headings: readonly string[], rows: readonly Cell[][]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const sheet = { name, columns: headings.map((heading) => ({ heading })), rows: [rows] };
  for await (const piece of xlsxFile([sheet])) pieces.push(piece);
  return Buffer.concat(pieces);
}
