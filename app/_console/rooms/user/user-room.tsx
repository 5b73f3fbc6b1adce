'use client';
import { useState } from 'react';
import type { Row } from '../../resource/data/row.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { useResourceRoom } from '../../resource/room-context.ts';
import { DeptTree } from '../parts/dept-tree.tsx';
import { useRoomText } from '../parts/use-room-text.ts';
import { OneTimePassword, PasswordOnce } from './one-time-password.tsx';
import { UserRoles } from './user-roles.tsx';

function passwordIn(answer: unknown): string | null {
  const { password } = (answer ?? {}) as { readonly password?: unknown };
  return typeof password === 'string' ? password : null;
}

/** People, with their departments beside them. */
export default function UserRoom() {
  const say = useRoomText();
  const [rolesOf, setRolesOf] = useState<Row | null>(null);
  const [passwordOf, setPasswordOf] = useState<Row | null>(null);
  /** Of somebody who has just been added. */
  const [first, setFirst] = useState<string | null>(null);
  return (
    <>
      <ResourcePage
        resource="system.user"
        slots={{
          aside: () => <Departments />,
          actions: {
            'system.user.authRole': ([row]) => setRolesOf(row ?? null),
            'system.user.oneTimePassword': ([row]) => setPasswordOf(row ?? null),
          },
          onAnswer: (_what, answer) => setFirst(passwordIn(answer)),
        }}
      />
      {rolesOf && <UserRoles user={rolesOf} onClose={() => setRolesOf(null)} />}
      {passwordOf && <OneTimePassword user={passwordOf} onClose={() => setPasswordOf(null)} />}
      {first !== null && (
        <PasswordOnce name={say('rooms.newUser')} password={first} onClose={() => setFirst(null)} />
      )}
    </>
  );
}

function Departments() {
  const { list, setList } = useResourceRoom();
  const { deptId, ...filters } = list.filters;
  return (
    <DeptTree
      path="/system/user/deptTree"
      chosen={typeof deptId === 'string' ? Number(deptId) : null}
      onChoose={(id) => setList({ filters: id === null ? filters : { ...filters, deptId: String(id) } })}
    />
  );
}
