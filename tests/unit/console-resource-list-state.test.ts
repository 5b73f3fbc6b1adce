import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { queryText } from '../../app/_console/api/query-text.ts';
import {
  type ColumnLayout,
  defaultLayout,
  layoutOf,
  mergeLayout,
  moveColumn,
  parseColumns,
  showColumn,
  shownFields,
  sizeColumn,
  storedColumns,
} from '../../app/_console/resource/data/columns.ts';
import { fileNameOf, loadDefinition } from '../../app/_console/resource/data/definitions.ts';
import {
  type FilterValue,
  isSortable,
  type ListState,
  lastRow,
  nextSort,
  pageSizes,
  queryFields,
  readListState,
  wireQuery,
  writeListState,
} from '../../app/_console/resource/data/list-state.ts';
import { DictLoader } from '../../app/_console/resource/dictionary/dict-loader.ts';
import { fenOf, moneyText, yuanOf } from '../../app/_console/resource/table/money.ts';
import { readPanel, writePanel } from '../../app/_console/shell/page/panel-address.ts';
import type { ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import { maxRowDepth } from '../../lib/contracts/admin/envelope.ts';
import { listQuery } from '../../lib/contracts/admin/resource-query.ts';
import { resources } from '../../lib/contracts/admin/resources/index.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 1_000_000);
console.info(`ORIEL_SEED=${seed}`);
const definitions: readonly ResourceDef[] = Object.values(resources);

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((one) => !one.includes('\0'));
const time = fc.constantFrom('2026-01-01 00:00:00', '2026-12-31 23:59:59');

/** Any valid state of this resource's list page. */
function anyState(definition: ResourceDef): fc.Arbitrary<ListState> {
  const filters = queryFields(definition).map(([name, field]): [string, fc.Arbitrary<FilterValue>] => {
    if (field.query === 'between') return [name, fc.record({ from: time, to: time })];
    const values = field.options?.map(({ value }) => value) ?? [];
    // Dictionary values contain no commas.
    const few = fc.constantFrom(...(values.length > 0 ? values : ['1', '2', 'x-3']));
    if (field.query === 'in') return [name, fc.uniqueArray(few, { minLength: 1 })];
    return [name, values.length > 0 || field.kind === 'relation' ? few : text];
  });
  const sorts = Object.keys(definition.fields).filter((name) => isSortable(definition, name));
  return fc.record({
    pageNum: fc.integer({ min: 1, max: 100 }),
    pageSize: fc.constantFrom(...pageSizes),
    sort: fc.record({ field: fc.constantFrom(...sorts), order: fc.constantFrom('asc', 'desc') }),
    keyword: fc.oneof(fc.constant(''), text),
    filters: fc.record(Object.fromEntries(filters), { requiredKeys: [] }),
  }) as fc.Arbitrary<ListState>;
}

describe('the state of a list', () => {
  it.each(definitions.map((definition) => [definition.key, definition] as const))(
    '%s: is restored from its address, whatever other parameters it has',
    (_, definition) => {
      fc.assert(
        fc.property(anyState(definition), (state) => {
          const address = writeListState(state, definition, new URLSearchParams('at=new&stranger=1'));
          expect(readListState(new URLSearchParams(address.toString()), definition)).toEqual(state);
          expect(address.get('stranger')).toBe('1');
        }),
        { seed, numRuns: 60 },
      );
    },
  );

  it('from any address is a query that the server accepts or rejects with a message', () => {
    const [definition] = [resources['system.post'] as ResourceDef];
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (query) => {
        const state = readListState(new URLSearchParams(query), definition);
        expect(pageSizes).toContain(state.pageSize);
        expect(Object.getPrototypeOf(state.filters)).toBe(Object.prototype);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('is requested with the parameters of the contract', () => {
    const definition = resources['monitor.operlog'] as ResourceDef;
    const state = readListState(
      new URLSearchParams(
        'pageNum=2&businessType=1%2C2&params%5BbeginOperTime%5D=2026-01-01+00%3A00%3A00&orderByColumn=operTime&isAsc=asc',
      ),
      definition,
    );
    const wire = wireQuery(state, definition);
    expect(queryText(wire)).toContain('params[beginOperTime]=2026-01-01%2000%3A00%3A00');
    const asText = JSON.parse(JSON.stringify(wire), (key, value) =>
      key.startsWith('page') ? String(value) : value,
    );
    expect(listQuery(definition).safeParse(asText).success).toBe(true);
  });

  it('does not page beyond the limit of the server', () => {
    expect(lastRow).toBe(maxRowDepth);
  });

  it('sorts ascending, descending, by default', () => {
    const defaults = { field: 'postSort', order: 'asc' } as const;
    const first = nextSort(defaults, 'createTime', defaults);
    const second = nextSort(first, 'createTime', defaults);
    expect([first, second, nextSort(second, 'createTime', defaults)]).toEqual([
      { field: 'createTime', order: 'asc' },
      { field: 'createTime', order: 'desc' },
      defaults,
    ]);
  });
});

describe('the open panel in an address', () => {
  const posts = resources['system.post'] as ResourceDef;
  it.each([
    ['at=new', { kind: 'new' }],
    ['at=import', { kind: 'import' }],
    ['at=edit.3', { kind: 'edit', id: 3 }],
    ['at=show.3', { kind: 'show', id: 3 }],
    ['at=edit.3%2C4', null],
    ['at=remove.3', null],
    ['at=edit.', null],
    ['', null],
  ])('%s', (address, panel) => {
    expect(readPanel(new URLSearchParams(address), posts)).toEqual(panel);
    if (panel)
      expect(
        writePanel(readPanel(new URLSearchParams(address), posts), new URLSearchParams()).toString(),
      ).toBe(address);
  });
});

describe('definitions are found by their key', () => {
  it.each(Object.keys(resources))('%s', async (key) => {
    expect((await loadDefinition(key)).key).toBe(key);
  });

  it('an unknown key is an error', async () => {
    expect(fileNameOf('system.dictType')).toBe('system-dict-type');
    await expect(loadDefinition('system.nothing')).rejects.toThrow();
  });
});

describe('columns', () => {
  const layout: ColumnLayout = ['a', 'b', 'c'].map((field) => ({ field, isHidden: false }));

  it('move within the list only', () => {
    expect(shownFields(moveColumn(layout, 'b', 0))).toEqual(['b', 'a', 'c']);
    expect(shownFields(moveColumn(layout, 'b', 9))).toEqual(['a', 'c', 'b']);
    expect(moveColumn(layout, 'a', -1)).toBe(layout);
    expect(moveColumn(layout, 'nobody', 1)).toBe(layout);
  });

  it('cannot all be hidden', () => {
    const one = showColumn(showColumn(layout, 'a', false), 'b', false);
    expect(shownFields(showColumn(one, 'c', false))).toEqual(['c']);
  });

  it('that were added later are at the position of the definition; removed ones are dropped', () => {
    const kept: ColumnLayout = [
      { field: 'c', isHidden: true },
      { field: 'gone', isHidden: false },
      { field: 'a', isHidden: false, width: 200 },
    ];
    expect(mergeLayout(kept, layout).map(({ field }) => field)).toEqual(['c', 'a', 'b']);
  });

  it('keep widths by language, and only those that the user has set', () => {
    const defaults: ColumnLayout = [
      { field: 'a', isHidden: false, width: 100 },
      { field: 'b', isHidden: false, width: 200 },
    ];
    const chinese = storedColumns(sizeColumn(defaults, 'a', 150), defaults, 'zh-CN', null);
    expect(chinese.widths).toEqual({ 'zh-CN': { a: 150 } });
    const english = storedColumns(sizeColumn(defaults, 'b', 300), defaults, 'en-US', chinese);
    const kept = parseColumns(JSON.parse(JSON.stringify(english)));
    expect(layoutOf(kept, defaults, 'zh-CN')).toEqual(sizeColumn(defaults, 'a', 150));
    expect(layoutOf(kept, defaults, 'en-US')).toEqual(sizeColumn(defaults, 'b', 300));
  });

  it('are restored from any stored value, or none are', () => {
    fc.assert(
      fc.property(fc.anything(), (kept) => {
        const defaults = defaultLayout(resources['system.post'] as ResourceDef);
        const merged = layoutOf(parseColumns({ columns: kept, widths: kept }), defaults, 'en-US');
        expect(new Set(merged.map(({ field }) => field)).size).toBe(merged.length);
      }),
      { seed, numRuns: 300 },
    );
  });
});

describe('money', () => {
  it('is converted to yuan and back exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (fen) => {
        expect(fenOf(yuanOf(fen))).toBe(fen === 0 ? 0 : fen);
      }),
      { seed },
    );
  });

  it.each([
    [1_234_567, '¥12,345.67'],
    [-5, '¥-0.05'],
    [0, '¥0.00'],
    [null, ''],
  ])('%s fen are %s', (fen, expected) => {
    expect(moneyText(fen, 'zh-CN')).toBe(expected);
  });
});

describe('dictionaries', () => {
  it('requested at the same time are loaded in one call', async () => {
    const calls: unknown[] = [];
    const loader = new DictLoader({
      get: async <T>(path: string, options?: { query?: unknown }) => {
        calls.push([path, options?.query]);
        return { a: [{ dictLabel: '甲', dictValue: '1', listClass: 'danger' }] } as T;
      },
    });
    const [a, again, b] = await Promise.all([loader.load('a'), loader.load('a'), loader.load('b')]);
    expect(calls).toEqual([['/system/dict/data/types', { types: 'a,b' }]]);
    expect(a).toEqual([{ value: '1', label: { 'zh-CN': '甲', 'en-US': '甲' }, tone: 'danger' }]);
    expect(again).toEqual(a);
    expect(b).toEqual([]);
  });

  it('that failed are requested again', async () => {
    let isDown = true;
    const loader = new DictLoader({
      get: async <T>() => {
        if (isDown) throw new Error('down');
        return {} as T;
      },
    });
    await expect(loader.load('a')).rejects.toThrow('down');
    isDown = false;
    expect(await loader.load('a')).toEqual([]);
  });
});
