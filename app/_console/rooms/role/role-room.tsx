'use client';
import { useState } from 'react';
import type { Row } from '../../resource/data/row.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { useSession } from '../../session/use-session.tsx';
import { useRoom } from '../../shell/room.ts';
import { RowButton } from '../parts/row-button.tsx';
import { useRoomText } from '../parts/use-room-text.ts';
import { RoleRights } from './role-rights.tsx';

/** Roles; what they may is set in a drawer of its own, where it can be seen whole. */
export default function RoleRoom() {
  const say = useRoomText();
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
              <RowButton row={row} title="roleName" onClick={setRightsOf}>
                {say('rooms.rights')}
              </RowButton>
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
