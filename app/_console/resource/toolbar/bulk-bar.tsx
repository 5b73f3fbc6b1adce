'use client';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { HasAction } from '../../session/permission.tsx';
import { isOpenTo } from '../data/row.ts';
import { useTexts } from '../parts/use-texts.ts';
import { useRoomActions } from '../room-actions.tsx';
import { useResourceRoom } from '../room-context.ts';
import { ExportButton } from './export-button.tsx';
import styles from './resource-toolbar.module.css';

/** What can be done with the rows that are marked, on this page and on others. Stands where the tools do. */
export function BulkBar() {
  const { resource, selection, rows } = useResourceRoom();
  const { bulkActions, run, remove, statuses, turnAll } = useRoomActions();
  const { say, local } = useTexts();
  const [busyWith, setBusyWith] = useState<unknown>(null);
  if (selection.size === 0) return null;
  const marked = [...selection.rows.values()];
  const removable = marked.filter((row) => isOpenTo(resource.definition, row, 'remove'));
  const turn = async (value: unknown) => {
    setBusyWith(value);
    await turnAll(marked, value).finally(() => setBusyWith(null));
  };
  return (
    <div className={styles.bulk}>
      <Text size="sm" role="status">
        {say('resource.selected', { count: selection.size, total: rows.page?.total ?? selection.size })}
      </Text>
      {statuses.map(({ value, word }) => (
        <Button
          key={String(value)}
          size="xs"
          variant="default"
          loading={busyWith === value}
          onClick={() => void turn(value)}
        >
          {say('resource.turnSelected', { value: word })}
        </Button>
      ))}
      {bulkActions.map((action) => (
        <Button
          key={action.key}
          size="xs"
          variant="default"
          {...(action.isDangerous ? { c: 'red' } : {})}
          onClick={() => run(action, marked)}
        >
          {local(action.label)}
        </Button>
      ))}
      <HasAction actions={resource.actions} action="export">
        <ExportButton ids={[...selection.rows.keys()]} />
      </HasAction>
      {removable.length > 0 && (
        <HasAction actions={resource.actions} action="delete">
          <Button size="xs" color="red" variant="light" onClick={() => remove(removable)}>
            {say('resource.removeSelected')}
          </Button>
        </HasAction>
      )}
      <Button size="xs" variant="subtle" onClick={selection.clear}>
        {say('resource.clearSelection')}
      </Button>
    </div>
  );
}
