'use client';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Row } from '../../resource/data/row.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { useSession } from '../../session/use-session.tsx';
import { useText } from '../../settings/use-text.ts';
import { useRoom } from '../../shell/room.ts';
import { RoleRights } from './role-rights.tsx';

/** Roles; what they may is set in a drawer of its own, where it can be seen whole. */
export default function RoleRoom() {
  const say = useText();
  const room = useRoom();
  const { can } = useSession();
  const [rightsOf, setRightsOf] = useState<Row | null>(null);
  return (
    <>
      <ResourcePage
        resource="system.role"
        slots={{
          rowActions: (row) =>
            can('system:role:edit') &&
            row['roleKey'] !== 'admin' && (
              <Button size="compact-xs" variant="subtle" onClick={() => setRightsOf(row)}>
                {say('rooms.rights')}
              </Button>
            ),
          actions: {
            'system.role.authUser': ([row]) =>
              room.open(`/system/role/authUser?roleId=${String(row?.['roleId'])}`),
          },
        }}
      />
      {rightsOf && <RoleRights role={rightsOf} onClose={() => setRightsOf(null)} />}
    </>
  );
}
