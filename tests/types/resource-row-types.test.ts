import { expect } from 'expect';
import type { ComponentProps } from 'react';
import { describe, it } from 'vitest';
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

// Types of rows, bodies and queries are derived from the definition. A wrong type is a compile error.

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

/** True if both types are identical, not only assignable to each other. */
type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const same = <Is extends true>(is: Is): Is => is;

// Field types.
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
// @ts-expect-error unknown field
user.username;
// @ts-expect-error not one of the field's options
user.status === '2';
// @ts-expect-error labels are keyed by field name
user.labels?.dept;

// Bodies.
const post: CreateOf<Post> = { postCode: 'p', postName: 'Post' };
// @ts-expect-error a required field is missing
const unnamed: CreateOf<Post> = { postCode: 'p' };
// @ts-expect-error unknown field
const misspelt: CreateOf<Post> = { ...post, name: 'Post' } satisfies CreateOf<Post>;
// @ts-expect-error set by the server
const dated: CreateOf<Post> = { postCode: 'p', postName: 'Post', createTime: '2026-01-01 00:00:00' };
// @ts-expect-error read-only after creation
const renamed: UpdateOf<User> = { userName: 'other' };
// @ts-expect-error must not be empty
const emptied: UpdateOf<Post> = { postName: null };
// @ts-expect-error unknown field, even for the server
const written: WrittenOf<Post> = { name: 'Post' };
// @ts-expect-error the post code is a string
const numbered: WrittenOf<Post> = { postCode: 1 };

// Queries.
const query: QueryOf<User> = {
  pageNum: 1,
  pageSize: 10,
  sort: { field: 'userId', order: 'asc' },
  filters: [{ field: 'userName', op: 'like', value: 'a' }],
};
// @ts-expect-error sorted by an unknown field
const sorted: QueryOf<User> = { ...query, sort: { field: 'id', order: 'asc' } };
// @ts-expect-error filtered by an unknown field
const filtered: QueryOf<User> = { ...query, filters: [{ field: 'name', op: 'eq', value: 'a' }] };
// @ts-expect-error filtered by a field that has no filter
const refused: QueryOf<User> = { ...query, filters: [{ field: 'email', op: 'eq', value: 'a' }] };
// @ts-expect-error unknown column
const narrowed: QueryOf<User> = { ...query, columns: ['name'] };

// Server rules.
const rules: ServerResource<Post> = {
  definition: systemPost,
  table: 'post',
  dataScope: 'none',
  // @ts-expect-error a column for an unknown field
  columns: { name: 'postName' },
  before: {
    // @ts-expect-error the rule reads an unknown field
    create: (_change, values) => ({ ...values, remark: values.name }),
    update(_change, row, values) {
      // @ts-expect-error unknown field of the stored row
      if (row.name === values.postName) return {};
      return values;
    },
    async remove(_change, rows) {
      // @ts-expect-error unknown field of the rows
      rows.map(({ name }) => name);
    },
  },
  after: {
    async createBatch(_change, made) {
      // @ts-expect-error unknown field of the new rows
      made.map(({ values }) => values.name);
    },
  },
};

// A rule that adds fields declares its return type; without it, excess fields are not checked.
const filledIn: NonNullable<ServerResource<Post>['before']> = {
  // @ts-expect-error the rule adds an unknown field
  create: (_change, values): MadeOf<Post> => ({ ...values, name: 'Post' }),
  // @ts-expect-error the rule changes an unknown field
  update: async (_change, _row, values): Promise<WrittenOf<Post>> => ({ ...values, name: 'Post' }),
};

// Services.
type Posts = ResourceService<Post>;
const posts: Pick<Posts, 'page' | 'create' | 'update' | 'updateEach'> = {
  async page() {
    throw new Error('never called: only the type is used');
  },
  create: async () => ({}),
  async update() {},
  updateEach: async () => [],
};
const anyPosts: Pick<ResourceService, 'page' | 'update' | 'updateEach'> = posts;
const calls = (call: CallContext) => [
  // @ts-expect-error filtered by an unknown field
  posts.page(call, { ...query, filters: [{ field: 'name', op: 'eq', value: 'a' }] }),
  // @ts-expect-error changes an unknown field
  posts.update(call, 1, { name: 'Post' }, 1),
  // @ts-expect-error changes an unknown field besides known ones
  posts.update(call, 1, { ...post, name: 'Post' }, 1),
  // @ts-expect-error creates a row with an unknown field
  posts.create(call, { ...post, name: 'Post' }),
  // @ts-expect-error wrong type of id
  posts.update(call, 'f'.repeat(32), { postName: 'Post' }, 1),
  // @ts-expect-error the batch changes an unknown field
  posts.updateEach?.(call, [{ id: 1, values: { state: '1' }, version: 1 }]),
];

// Parts of a page.
const slots: Slots<User> = {
  // @ts-expect-error the callback reads an unknown field
  onEdit: ({ id }) => void id,
  // @ts-expect-error the bulk action reads an unknown field
  actions: { resetPwds: (rows) => void rows.map(({ id }) => id) },
  columns: {
    // @ts-expect-error the column renderer reads an unknown field
    userName: (row) => row.accountName,
    // @ts-expect-error unknown column
    accountName: () => null,
  },
  inputs: {
    // @ts-expect-error the input sets an unknown field
    remark: ({ set }) => void set('comment', ''),
  },
  // @ts-expect-error initial value for an unknown field
  startsWith: { comment: '' },
};
const anySlots: Slots = slots;
const pages: readonly ComponentProps<typeof ResourcePage<'system.post', 'postCode'>>[] = [
  { resource: 'system.post', fixed: { postCode: 'p' } },
  // @ts-expect-error unknown resource
  { resource: 'system.posts' },
  // @ts-expect-error fixed value for an unknown field
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
