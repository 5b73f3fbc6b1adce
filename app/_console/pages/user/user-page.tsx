'use client';
import { Alert, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { systemUser } from '../../../../lib/contracts/admin/resources/system-user.resource.ts';
import type { RowId, RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { api } from '../../api/request.ts';
import { pieceRows } from '../../resource/actions/batch-limits.ts';
import { useResourcePage } from '../../resource/context/resource-page-context.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { useSession } from '../../session/use-session.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import { DeptTree } from '../parts/dept-tree.tsx';
import { BulkPasswordReset } from './bulk-password-reset.tsx';
import {
  type IssuedPassword,
  OneTimePassword,
  OneTimePasswordResult,
  personOf,
} from './one-time-password.tsx';
import { UserRoles } from './user-roles.tsx';

function passwordIn(answer: unknown): IssuedPassword | null {
  const hasPassword = typeof answer === 'object' && answer !== null && 'password' in answer;
  return hasPassword && typeof answer.password === 'string' ? (answer as IssuedPassword) : null;
}

type User = RowOf<typeof systemUser>;

async function countSessions(ids: readonly RowId[]): Promise<number> {
  let sum = 0;
  for (let at = 0; at < ids.length; at += pieceRows) {
    const query = { ids: ids.slice(at, at + pieceRows).join(',') };
    const { count } = await api.get<{ readonly count: number }>('/system/user/sessions', {
      query,
      quiet: true,
    });
    sum += count;
  }
  return sum;
}

interface People {
  readonly ids: readonly RowId[];
  readonly rows: readonly User[];
}

/** Users, with the department tree beside the list. */
export default function UserPage() {
  const translate = usePageText();
  const [rolesOf, setRolesOf] = useState<User | null>(null);
  const [passwordOf, setPasswordOf] = useState<User | null>(null);
  const [passwordsOf, setPasswordsOf] = useState<People | null>(null);
  /** The user just added. */
  const [first, setFirst] = useState<{ readonly name: string; readonly issued: IssuedPassword } | null>(null);
  return (
    <>
      <ResourcePage
        resource="system.user"
        slots={{
          aside: { title: translate('pages.departments'), content: () => <Departments /> },
          asideField: 'deptId',
          actions: {
            'system.user.authRole': ([row]) => setRolesOf(row ?? null),
            'system.user.oneTimePassword': ([row]) => setPasswordOf(row ?? null),
            'system.user.oneTimePasswords': (rows) =>
              setPasswordsOf({ rows, ids: rows.map(({ userId }) => userId) }),
          },
          disabling: async (rows) =>
            translate('pages.endsSessions', { count: await countSessions(rows.map(({ userId }) => userId)) }),
          onAnswer: (_what, answer, row) => {
            const issued = passwordIn(answer);
            setFirst(issued === null ? null : { issued, name: personOf(row) });
          },
          afterImport: ({ createdIds = [] }) =>
            createdIds.length > 0 && (
              <WithoutPassword
                count={createdIds.length}
                onMake={() => setPasswordsOf({ ids: createdIds, rows: [] })}
              />
            ),
        }}
      />
      {rolesOf && <UserRoles user={rolesOf} onClose={() => setRolesOf(null)} />}
      {passwordOf && <OneTimePassword user={passwordOf} onClose={() => setPasswordOf(null)} />}
      {passwordsOf && (
        <BulkPasswordReset
          ids={passwordsOf.ids}
          nameOf={(id) => {
            const row = passwordsOf.rows.find((one) => one.userId === id);
            return row ? personOf(row) : `#${id}`;
          }}
          onClose={() => setPasswordsOf(null)}
        />
      )}
      {first !== null && (
        <OneTimePasswordResult name={first.name} issued={first.issued} onClose={() => setFirst(null)} />
      )}
    </>
  );
}

/** Imported users have no password and cannot sign in yet. */
function WithoutPassword({ count, onMake }: { readonly count: number; readonly onMake: () => void }) {
  const translate = usePageText();
  const { can } = useSession();
  const mayMake = can('system:user:resetPwd');
  return (
    <Alert color="yellow" title={translate('pages.noPasswords', { count })}>
      <Stack align="flex-start" gap="xs">
        {translate(mayMake ? 'pages.noPasswordsHow' : 'pages.noPasswordsAsk')}
        {mayMake && (
          <Button size="xs" onClick={onMake}>
            {translate('pages.makePasswords')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function Departments() {
  const { list, setList } = useResourcePage();
  const { deptId, ...filters } = list.filters;
  return (
    <DeptTree
      path="/system/user/deptTree"
      chosen={typeof deptId === 'string' ? Number(deptId) : null}
      onChoose={(id) => setList({ filters: id === null ? filters : { ...filters, deptId: String(id) } })}
    />
  );
}
