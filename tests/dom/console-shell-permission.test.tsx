import { cleanup, render, screen } from '@testing-library/react';
import { expect } from 'expect';
import { Component, type ReactNode } from 'react';
import { afterEach, describe, it, vi } from 'vitest';
import {
  actionKeys,
  grantsOf,
  HasAction,
  HasPermi,
  HasRole,
  hasPermi,
  hasPermiAnd,
  hasPermiOr,
  hasRole,
  hasRoleAnd,
  hasRoleOr,
  shownMenus,
} from '../../app/_console/session/permission.tsx';
import { atStart } from '../../app/_console/session/session.ts';
import type { MenuNode } from '../../app/_console/session/session-types.ts';
import { SessionContext } from '../../app/_console/session/use-session.tsx';
import { partialSession } from '../kit/partial-session.ts';

afterEach(cleanup);

const clerk = grantsOf(['system:post:list', 'system:post:edit'], ['clerk', 'editor']);

describe('checks', () => {
  it('hasPermi, or-all and and-all', () => {
    expect(hasPermi(clerk, 'system:post:list')).toBe(true);
    expect(hasPermi(clerk, 'system:post:add')).toBe(false);
    expect(hasPermiOr(clerk, ['system:post:add', 'system:post:edit'])).toBe(true);
    expect(hasPermiOr(clerk, ['system:post:add', 'system:post:remove'])).toBe(false);
    expect(hasPermiAnd(clerk, ['system:post:list', 'system:post:edit'])).toBe(true);
    expect(hasPermiAnd(clerk, ['system:post:list', 'system:post:add'])).toBe(false);
  });

  it('hasRole, or-all and and-all', () => {
    expect(hasRole(clerk, 'clerk')).toBe(true);
    expect(hasRoleOr(clerk, ['boss', 'editor'])).toBe(true);
    expect(hasRoleOr(clerk, ['boss'])).toBe(false);
    expect(hasRoleAnd(clerk, ['clerk', 'editor'])).toBe(true);
    expect(hasRoleAnd(clerk, ['clerk', 'boss'])).toBe(false);
  });

  it.each([
    ['the role admin', grantsOf([], ['admin'])],
    ['the permission *:*:*', grantsOf(['*:*:*'], ['anyone'])],
  ])('%s passes every check of permissions', (_, grants) => {
    expect(hasPermiAnd(grants, ['a:b:c', 'd:e:f'])).toBe(true);
  });

  it('the role admin passes every role check', () => {
    expect(hasRoleAnd(grantsOf([], ['admin']), ['boss', 'clerk'])).toBe(true);
  });

  it.each([[[]], [null], [undefined]])('users with roles %p have the role ROLE_DEFAULT', (roles) => {
    expect(grantsOf([], roles).roles).toEqual(['ROLE_DEFAULT']);
  });

  it('static menus require any permission, any role, or nothing', () => {
    const item = (name: string, required: Partial<MenuNode>): MenuNode => ({
      path: name,
      name,
      component: name,
      meta: { title: name },
      ...required,
    });
    const tree = [
      item('free', {}),
      item('mine', { permissions: ['x:y:z', 'system:post:list'] }),
      item('role', { roles: ['boss', 'editor'] }),
      item('not mine', { permissions: ['x:y:z'] }),
      item('not my role', { roles: ['boss'] }),
      item('parent', { children: [item('child', { permissions: ['x:y:z'] }), item('own', {})] }),
    ];
    const shown = shownMenus(clerk, tree);
    expect(shown.map(({ name }) => name)).toEqual(['free', 'mine', 'role', 'parent']);
    expect(shown.at(-1)?.children?.map(({ name }) => name)).toEqual(['own']);
  });
});

class Catch extends Component<{ readonly children: ReactNode }, { readonly message: string }> {
  override state = { message: '' };
  static getDerivedStateFromError(error: Error) {
    return { message: error.message };
  }
  override render() {
    return this.state.message || this.props.children;
  }
}

function show(children: ReactNode) {
  const user = { permissions: clerk.permissions, roleCodes: clerk.roles };
  const state = { ...atStart, state: 'in', user };
  const session = partialSession({
    get: () => state,
    subscribe: () => () => {},
    start: async () => {},
  });
  render(
    <SessionContext value={session}>
      <Catch>{children}</Catch>
    </SessionContext>,
  );
}

describe('tags', () => {
  it('remove what the user may not see', () => {
    show(
      <>
        <HasPermi value={['system:post:edit']}>修改</HasPermi>
        <HasPermi value={['system:post:remove']}>删除</HasPermi>
        <HasPermi value={['system:post:edit', 'system:post:remove']} mode="and">
          两者
        </HasPermi>
        <HasRole value={['editor']}>编辑</HasRole>
        <HasRole value={['boss']}>老板</HasRole>
      </>,
    );
    expect(document.body.textContent).toBe('修改编辑');
  });

  it.each([
    ['请设置操作权限标签值', () => <HasPermi value={[]}>x</HasPermi>],
    ['请设置角色权限标签值', () => <HasRole value={[]}>x</HasRole>],
  ])('without a value log an error: %s', (message, Tag) => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    show(<Tag />);
    expect(screen.getByText(message)).toBeVisible();
    quiet.mockRestore();
  });

  it('hide elements whose action the page does not have', () => {
    show(
      actionKeys.map((action) => (
        <HasAction key={action} actions={['add', 'export']} action={action}>
          {action}
        </HasAction>
      )),
    );
    expect(document.body.textContent).toBe('addexport');
    expect(actionKeys).toEqual([
      'add',
      'delete',
      'edit',
      'query',
      'get',
      'enable',
      'disable',
      'import',
      'export',
    ]);
  });
});
