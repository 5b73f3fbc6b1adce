import { describe, expect, it } from '@jest/globals';
import type { ComponentProps } from 'react';
import type { Slots } from '../../app/_console/resource/context/resource-page-context.ts';
import type { ResourcePage } from '../../app/_console/resource/resource-page.tsx';
import { systemNotice } from '../../lib/contracts/admin/resources/system-notice.resource.ts';
import { systemPost } from '../../lib/contracts/admin/resources/system-post.resource.ts';
import type { systemUser } from '../../lib/contracts/admin/resources/system-user.resource.ts';
import type {
  CreateOf,
  FieldNames,
  IdOf,
  MadeOf,
  QueryOf,
  Row,
  RowOf,
  UpdateOf,
  WrittenOf,
} from '../../lib/contracts/admin/row-types.ts';
import type { CallContext } from '../../lib/domain/identity/actor.ts';
import type { ResourceService } from '../../lib/domain/resource/resource-service.ts';
import type { ServerResource } from '../../lib/domain/resource/server-resource.ts';

// Types of rows, bodies and queries follow from the definition. This file compiles, or the test run does not begin.

type User = typeof systemUser;
type Post = typeof systemPost;

const user: RowOf<User> = {
  userId: 1,
  userName: 'admin',
  nickName: 'Administrator',
  status: '0',
  version: 3,
  labels: { deptId: 'Head office' },
};

/** The compiler has the same type for both: neither is wider. */
type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const same = <Is extends true>(is: Is): Is => is;

// Kinds of fields.
same<Same<RowOf<User>['userName'], string>>(true);
same<Same<RowOf<User>['deptId'], number | null | undefined>>(true);
same<Same<RowOf<User>['roleIds'], readonly number[] | null | undefined>>(true);
same<Same<RowOf<User>['isRoot'], boolean | null | undefined>>(true);
same<Same<RowOf<User>['status'], '0' | '1'>>(true);
same<Same<RowOf<User>['version'], number>>(true);
same<Same<RowOf<typeof systemNotice>['targetIds'], readonly number[] | null | undefined>>(true);
same<Same<IdOf<User>, number>>(true);
same<Same<RowOf, Row>>(true);

// Rows.
// @ts-expect-error a field that the definition does not have
user.username;
// @ts-expect-error a value that is none of the field's options
user.status === '2';
// @ts-expect-error labels are of fields
user.labels?.dept;

// Bodies.
const post: CreateOf<Post> = { postCode: 'p', postName: 'Post' };
// @ts-expect-error a needed field is missing
const unnamed: CreateOf<Post> = { postCode: 'p' };
// @ts-expect-error a field that the definition does not have
const misspelt: CreateOf<Post> = { ...post, name: 'Post' } satisfies CreateOf<Post>;
// @ts-expect-error the server sets it
const dated: CreateOf<Post> = { postCode: 'p', postName: 'Post', createTime: '2026-01-01 00:00:00' };
// @ts-expect-error it is never changed
const renamed: UpdateOf<User> = { userName: 'other' };
// @ts-expect-error it may not be emptied
const emptied: UpdateOf<Post> = { postName: null };
// @ts-expect-error not even the server writes a field that is not there
const written: WrittenOf<Post> = { name: 'Post' };
// @ts-expect-error the code of a post is text
const numbered: WrittenOf<Post> = { postCode: 1 };

// Queries.
const query: QueryOf<User> = {
  pageNum: 1,
  pageSize: 10,
  sort: { field: 'userId', order: 'asc' },
  filters: [{ field: 'userName', op: 'like', value: 'a' }],
};
// @ts-expect-error sorted by a field that is not there
const sorted: QueryOf<User> = { ...query, sort: { field: 'id', order: 'asc' } };
// @ts-expect-error filtered by a field that is not there
const filtered: QueryOf<User> = { ...query, filters: [{ field: 'name', op: 'eq', value: 'a' }] };
// @ts-expect-error filtered by a field that cannot be
const refused: QueryOf<User> = { ...query, filters: [{ field: 'email', op: 'eq', value: 'a' }] };
// @ts-expect-error a column that is not there
const narrowed: QueryOf<User> = { ...query, columns: ['name'] };

// Rules of the server.
const rules: ServerResource<Post> = {
  definition: systemPost,
  table: 'post',
  dataScope: 'none',
  // @ts-expect-error a column of a field that is not there
  columns: { name: 'postName' },
  before: {
    // @ts-expect-error the rule reads a field that is not there
    create: (_change, values) => ({ ...values, remark: values.name }),
    update(_change, row, values) {
      // @ts-expect-error the stored row has no such field
      if (row.name === values.postName) return {};
      return values;
    },
    async remove(_change, rows) {
      // @ts-expect-error a batch of rows has no such field
      rows.map(({ name }) => name);
    },
  },
  after: {
    async createBatch(_change, made) {
      // @ts-expect-error a batch of new rows has no such field
      made.map(({ values }) => values.name);
    },
  },
};

// A rule that adds fields says what it returns: otherwise any name may be added.
const filledIn: NonNullable<ServerResource<Post>['before']> = {
  // @ts-expect-error the rule adds a field that is not there
  create: (_change, values): MadeOf<Post> => ({ ...values, name: 'Post' }),
  // @ts-expect-error the rule changes a field that is not there
  update: async (_change, _row, values): Promise<WrittenOf<Post>> => ({ ...values, name: 'Post' }),
};

// Services.
type Posts = ResourceService<Post>;
const posts: Pick<Posts, 'page' | 'create' | 'update' | 'changeStatuses'> = {
  async page() {
    throw new Error('only its type is used');
  },
  create: async () => ({}),
  async update() {},
  changeStatuses: async () => [],
};
const anyPosts: Pick<ResourceService, 'page' | 'update' | 'changeStatuses'> = posts;
const calls = (call: CallContext) => [
  // @ts-expect-error a list that is filtered by a field that is not there
  posts.page(call, { ...query, filters: [{ field: 'name', op: 'eq', value: 'a' }] }),
  // @ts-expect-error a change of a field that is not there
  posts.update(call, 1, { name: 'Post' }, 1),
  // @ts-expect-error the same beside fields that are there
  posts.update(call, 1, { ...post, name: 'Post' }, 1),
  // @ts-expect-error a new row with a field that is not there
  posts.create(call, { ...post, name: 'Post' }),
  // @ts-expect-error an id of the wrong kind
  posts.update(call, 'f'.repeat(32), { postName: 'Post' }, 1),
  // @ts-expect-error a batch that changes a field that is not there
  posts.changeStatuses?.(call, [{ id: 1, values: { state: '1' }, version: 1 }]),
];

// Parts of a page.
const slots: Slots<User> = {
  // @ts-expect-error a hook of the page reads a field that is not there
  onEdit: ({ id }) => void id,
  // @ts-expect-error an action on several rows reads a field that is not there
  actions: { resetPwds: (rows) => void rows.map(({ id }) => id) },
  columns: {
    // @ts-expect-error the renderer of a column reads a field that is not there
    userName: (row) => row.accountName,
    // @ts-expect-error a column that is not there
    accountName: () => null,
  },
  inputs: {
    // @ts-expect-error an input sets a field that is not there
    remark: ({ set }) => void set('comment', ''),
  },
  // @ts-expect-error a new row starts with a field that is not there
  startsWith: { comment: '' },
};
const anySlots: Slots = slots;
const pages: readonly ComponentProps<typeof ResourcePage<'system.post', 'postCode'>>[] = [
  { resource: 'system.post', fixed: { postCode: 'p' } },
  // @ts-expect-error there is no such resource
  { resource: 'system.posts' },
  // @ts-expect-error fixed by a field that is not there
  { resource: 'system.post', fixed: { code: 'p' } },
];

const anyRow: Row = user;
const names: readonly FieldNames<typeof systemNotice>[] = ['noticeTitle'];

describe('rows of a resource', () => {
  it('have the fields of the definition, checked by the compiler', () => {
    expect([unnamed, misspelt, dated, renamed, emptied, written, numbered]).toHaveLength(7);
    expect([sorted, filtered, refused, narrowed]).toHaveLength(4);
    expect(rules.definition).toBe(systemPost);
    expect([filledIn, anyPosts, calls, anySlots]).toHaveLength(4);
    expect(pages).toHaveLength(3);
    expect(Object.keys(anyRow)).toContain('userName');
    expect(Object.keys(systemNotice.fields)).toEqual(expect.arrayContaining([...names]));
  });
});
