import { describe, expect, it } from '@jest/globals';
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

// Each of these names a field that is not there: the compiler refuses it, or this file does not compile.
// @ts-expect-error the title
defineResource({ ...defaults, titleField: 'nmae' });
// @ts-expect-error the id
defineResource({ ...defaults, id: { field: 'postId', kind: 'integer' } });
// @ts-expect-error the usual order
defineResource({ ...defaults, defaultSort: { field: 'order', order: 'asc' } });
// @ts-expect-error tabs
defineResource({ ...defaults, tabs: 'status' });
// @ts-expect-error the switch
defineResource({ ...defaults, statusSwitch: 'status' });
// @ts-expect-error the parent of a tree
defineResource({ ...defaults, tree: { parentField: 'parentId' } });
// @ts-expect-error the order of a tree
defineResource({ ...defaults, tree: { parentField: 'name', orderField: 'order' } });
// @ts-expect-error the kind of a tree's rows
defineResource({ ...defaults, tree: { parentField: 'name', kinds: { field: 'kind', below: {} } } });

describe('a definition', () => {
  it('can only reference fields that it has, checked by the compiler', () => {
    expect(defineResource({ ...defaults, tabs: 'name' }).tabs).toBe('name');
  });
});
