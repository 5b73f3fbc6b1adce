import { expect } from 'expect';
import { describe, it } from 'vitest';
import { defineResource } from '../../lib/contracts/admin/define-resource.ts';

const label = { 'zh-CN': '名称', 'en-US': 'Name' };
const defaults = {
  key: 'test.named',
  title: label,
  icon: 'IconUser',
  base: '/test/named',
  style: 'rest',
  permission: 'test:named',
  id: { field: 'id', kind: 'integer' },
  titleField: 'name',
  defaultSort: { field: 'id', order: 'asc' },
  can: ['add'],
  fields: { id: { label, kind: 'integer' }, name: { label, kind: 'string' } },
} as const;

// Each definition refers to a field that does not exist, which is a compile error.
// @ts-expect-error unknown title field
defineResource({ ...defaults, titleField: 'nmae' });
// @ts-expect-error unknown id field
defineResource({ ...defaults, id: { field: 'postId', kind: 'integer' } });
// @ts-expect-error unknown field in the default sort order
defineResource({ ...defaults, defaultSort: { field: 'order', order: 'asc' } });
// @ts-expect-error unknown tabs field
defineResource({ ...defaults, tabs: 'status' });
// @ts-expect-error unknown status field
defineResource({ ...defaults, statusSwitch: 'status' });
// @ts-expect-error unknown parent field of a tree
defineResource({ ...defaults, tree: { parentField: 'parentId' } });
// @ts-expect-error unknown order field of a tree
defineResource({ ...defaults, tree: { parentField: 'name', orderField: 'order' } });
// @ts-expect-error unknown field for the types of a tree's rows
defineResource({ ...defaults, tree: { parentField: 'name', kinds: { field: 'kind', below: {} } } });

describe('a definition', () => {
  it('can only reference fields that it has, checked by the compiler', () => {
    expect(defineResource({ ...defaults, tabs: 'name' }).tabs).toBe('name');
  });
});
