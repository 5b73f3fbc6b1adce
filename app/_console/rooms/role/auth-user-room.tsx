'use client';
import { Alert, Paper, SimpleGrid, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/request.ts';
import { useText } from '../../settings/use-text.ts';
import { useRoom } from '../../shell/room.ts';
import { PagedPeople } from '../parts/paged-people.tsx';

const base = '/system/role/authUser';

/** Who has a role, beside who has not. */
export default function AuthUserRoom() {
  const say = useText();
  const room = useRoom();
  const queries = useQueryClient();
  const [turn, setTurn] = useState(0);
  const roleId = Number(room.query.get('roleId'));
  if (!Number.isInteger(roleId) || roleId <= 0) return <Alert>{say('rooms.noRole')}</Alert>;
  const change = (call: 'selectAll' | 'cancelAll') => async (userIds: readonly number[]) => {
    await api.put<void>(`${base}/${call}`, { roleId, userIds });
    await queries.invalidateQueries({ queryKey: ['system.role'] });
    // Both lists are other ones now, from their first page.
    setTurn((last) => last + 1);
  };
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Paper withBorder p="md">
        <Text component="h2" fw={600} mb="sm">
          {say('rooms.holders')}
        </Text>
        <PagedPeople
          key={`has${turn}`}
          label={say('rooms.holders')}
          path={`${base}/allocatedList`}
          query={{ roleId }}
          act={{
            label: (count) => say('rooms.takeFrom', { count }),
            isDangerous: true,
            run: change('cancelAll'),
          }}
        />
      </Paper>
      <Paper withBorder p="md">
        <Text component="h2" fw={600} mb="sm">
          {say('rooms.others')}
        </Text>
        <PagedPeople
          key={`lacks${turn}`}
          label={say('rooms.others')}
          path={`${base}/unallocatedList`}
          query={{ roleId }}
          act={{ label: (count) => say('rooms.giveTo', { count }), run: change('selectAll') }}
        />
      </Paper>
    </SimpleGrid>
  );
}
