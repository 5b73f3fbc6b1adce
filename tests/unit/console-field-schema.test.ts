import { expect } from 'expect';
import { describe, it } from 'vitest';
import * as z from 'zod/mini';
import type { FieldDef } from '../../lib/contracts/admin/field.ts';
import { bodySchema } from '../../lib/contracts/admin/field-schema.ts';
import { localizedTextOf } from '../../lib/contracts/admin/localized-message.ts';
import { listQuery, readQuery } from '../../lib/contracts/admin/resource-query.ts';
import { createBody, updateBody } from '../../lib/contracts/admin/resource-schema.ts';
import { people } from '../kit/resource-people.ts';

const label = { 'zh-CN': '名称', 'en-US': 'Name' };
const fault = (field: Partial<FieldDef>, value: unknown) => {
  const parsed = z.safeParse(bodySchema({ label, kind: 'string', ...field }, 'create'), value);
  return parsed.success ? null : localizedTextOf(parsed.error.issues[0]!.message);
};

describe('a field of a body', () => {
  it.each<[Partial<FieldDef>, unknown, string, string]>([
    [{ required: true }, '', '名称不能为空', 'Name is required'],
    [{ required: true }, undefined, '名称不能为空', 'Name is required'],
    [{ max: 3 }, 'abcd', '名称不能超过 3 个字符', 'Name must have at most 3 characters'],
    [{ min: 3 }, 'ab', '名称不能少于 3 个字符', 'Name must have at least 3 characters'],
    [{ pattern: 'a+' }, 'ab', '名称格式不正确', 'Name has the wrong format'],
    [
      { pattern: 'a+', patternHint: { 'zh-CN': '只能是a', 'en-US': 'only a' } },
      'b',
      '名称格式不正确，只能是a',
      'Name has the wrong format: only a',
    ],
    [{ kind: 'integer', min: 0 }, -1, '名称不能小于 0', 'Name must be at least 0'],
    [{ kind: 'integer', max: 9 }, 10, '名称不能大于 9', 'Name must be at most 9'],
    [{ kind: 'integer' }, 1.5, '名称必须是整数', 'Name must be a whole number'],
    [
      { kind: 'enum', options: [{ value: 'a', label }] },
      'b',
      '名称不在可选范围内',
      'Name: choose one of the options',
    ],
    [
      { kind: 'time' },
      '2024-02-30 00:00:00',
      '名称的格式应为 yyyy-MM-dd HH:mm:ss',
      'Name must have the format yyyy-MM-dd HH:mm:ss',
    ],
  ])('%j: %j is reported in both languages', (field, value, zh, en) => {
    expect(fault(field, value)).toEqual({ 'zh-CN': zh, 'en-US': en });
  });

  it('may be omitted or emptied unless it is required', () => {
    for (const value of [undefined, null, ''])
      expect(fault({ max: 3, min: 2, pattern: 'a+' }, value)).toBeNull();
  });
});

describe('names that look equal', () => {
  const [composed, decomposed] = ['Z\u00fcrich', 'Zu\u0308rich'];

  it('are one name in one-line fields and lists; other texts stay as they are', () => {
    const stored = (field: Partial<FieldDef>, value: unknown) =>
      z.parse(bodySchema({ label, kind: 'string', ...field }, 'create'), value);
    expect(stored({}, decomposed)).toBe(composed);
    expect(stored({ kind: 'strings' }, [decomposed])).toEqual([composed]);
    expect(stored({ kind: 'text' }, decomposed)).toBe(decomposed);
    expect(stored({ kind: 'secret' }, decomposed)).toBe(decomposed);
    // Counted as it is stored.
    expect(stored({ max: 6 }, decomposed)).toBe(composed);
  });

  it('are found by either', () => {
    const { filters, keyword } = readQuery(
      people,
      z.parse(listQuery(people), { nickName: decomposed, keyword: decomposed }),
    );
    expect([filters[0], keyword]).toEqual([{ field: 'nickName', op: 'like', value: composed }, composed]);
  });
});

describe('bodies of a resource', () => {
  it('contain settable fields only', () => {
    const body = { accountNo: ' a ', nickName: 'b', createTime: 'x', version: 7, tenantId: 't', status: '1' };
    expect(z.parse(createBody(people), body)).toEqual({ accountNo: 'a', nickName: 'b', status: '1' });
    expect(z.parse(updateBody(people), { ...body, userId: 1 })).toEqual({
      userId: 1,
      version: 7,
      nickName: 'b',
      status: '1',
    });
  });
});

describe('queries of a list', () => {
  const read = (query: unknown) => readQuery(people, z.parse(listQuery(people), query));
  const isRefused = (query: unknown) => !z.safeParse(listQuery(people), query).success;

  it('have a default page, size and order', () => {
    expect(read({})).toEqual({
      pageNum: 1,
      pageSize: 10,
      sort: { field: 'userId', order: 'asc' },
      filters: [],
    });
  });

  it('skip empty values, also of unknown names', () => {
    const query = {
      status: '',
      nickName: '',
      keyword: '',
      orderByColumn: '',
      isAsc: '',
      x: '',
      params: { dataScope: '' },
    };
    expect(read(query)).toEqual(read({}));
  });

  it('are rejected if they have another name, which would match all rows', () => {
    for (const query of [
      { nickname: 'a' },
      { password: 'a' },
      { params: { dataScope: 'or 1=1' } },
      { params: { beginNickName: '2024-01-01' } },
      { params: ['2024-01-01'] },
    ])
      expect([query, isRefused(query)]).toEqual([query, true]);
  });

  it('read filters, ranges of days and lists', () => {
    const query = {
      nickName: 'a',
      deptId: '1,2',
      status: '1',
      params: { beginCreateTime: '2024-01-01', endCreateTime: '2024-01-31' },
      orderByColumn: 'nickName',
      isAsc: 'desc',
    };
    expect(read(query)).toMatchObject({
      sort: { field: 'nickName', order: 'desc' },
      filters: [
        { field: 'nickName', op: 'like', value: 'a' },
        { field: 'deptId', op: 'in', values: [1, 2] },
        { field: 'status', op: 'eq', value: '1' },
        { field: 'createTime', op: 'between', from: '2024-01-01 00:00:00', to: '2024-01-31 23:59:59' },
      ],
    });
  });

  it.each([
    { pageNum: '0' },
    { pageNum: '1e3' },
    { pageSize: '101' },
    { pageNum: '1001', pageSize: '100' },
    { orderByColumn: 'phone,nickName' },
    { orderByColumn: 'CASE WHEN 1=1 THEN 1 END' },
    { orderByColumn: 'createTime' },
    { orderByColumn: ['nickName', 'phone'] },
    { isAsc: 'asc; drop table post' },
    { isAsc: 'ASC' },
    { status: '2' },
    { status: ['0', '1'] },
    { deptId: '1;2' },
    { deptId: '99999999999' },
    { nickName: 'x'.repeat(201) },
    { params: { beginCreateTime: '2024-02-30' } },
    { ids: '1,x' },
  ])('are rejected: %j', (query) => {
    expect(isRefused(query)).toBe(true);
  });
});
