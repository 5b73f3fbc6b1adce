'use client';
import { Button, Group, Paper, Text } from '@mantine/core';
import { HasAction } from '../../session/permission.tsx';
import { useTexts } from '../parts/use-texts.ts';
import { useRoomActions } from '../room-actions.tsx';
import { useResourceRoom } from '../room-context.ts';

/** What can be done with the rows that are marked, on this page and on others. */
export function BulkBar() {
  const { resource, selection, rows } = useResourceRoom();
  const { bulkActions, run, remove } = useRoomActions();
  const { say, local } = useTexts();
  if (selection.size === 0) return null;
  const marked = [...selection.rows.values()];
  return (
    <Paper withBorder px="sm" py={6}>
      <Group gap="sm">
        <Text size="sm" role="status">
          {say('resource.selected', { count: selection.size, total: rows.page?.total ?? selection.size })}
        </Text>
        <HasAction actions={resource.actions} action="delete">
          <Button size="xs" color="red" variant="light" onClick={() => remove(marked)}>
            {say('resource.removeSelected')}
          </Button>
        </HasAction>
        {bulkActions.map((action) => (
          <Button
            key={action.key}
            size="xs"
            variant="light"
            {...(action.isDangerous ? { color: 'red' } : {})}
            onClick={() => run(action, marked)}
          >
            {local(action.label)}
          </Button>
        ))}
        <Button size="xs" variant="subtle" onClick={selection.clear}>
          {say('resource.clearSelection')}
        </Button>
      </Group>
    </Paper>
  );
}
