'use client';
import { Paper } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useResource } from '../../resource/data/use-resource.ts';
import { ResourceForm } from '../../resource/form/resource-form.tsx';
import { RowState } from '../../resource/parts/row-state.tsx';
import { useConfirm } from '../../resource/parts/use-confirm.tsx';
import { useText } from '../../settings/use-text.ts';
import { useRoom } from '../../shell/room.ts';
import { FreshReceivers, Receivers } from './receivers.tsx';

/** A notice is written: `?noticeId=` names one that is there. */
export default function NoticeFormRoom() {
  const say = useText();
  const room = useRoom();
  const resource = useResource('system.notice');
  const { ask, dialog } = useConfirm();
  const asked = Number(room.query.get('noticeId'));
  const id = Number.isInteger(asked) && asked > 0 ? asked : null;
  const row = useQuery({
    queryKey: ['system.notice', 'row', id, 'form'],
    queryFn: ({ signal }) => resource?.client.get(id ?? 0, { signal, quiet: true }),
    enabled: id !== null && resource !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const title = row.data?.['noticeTitle'];
  useEffect(() => {
    room.setTitle(typeof title === 'string' ? title : null);
  }, [room, title]);
  /** Back to the list, whatever stands beside this tab. */
  const goBack = () => {
    room.close();
    if (resource?.can('list')) room.open(resource.definition.base);
  };
  if (!resource || (id !== null && !row.data)) {
    return <RowState error={row.error} onRetry={() => void row.refetch()} onBack={goBack} />;
  }
  const leave = async (isDirty: boolean, abandon: () => void): Promise<void> => {
    if (isDirty) {
      if (!(await ask({ title: say('common.cancel'), message: say('resource.unsaved') }))) return;
      abandon();
    }
    goBack();
  };
  return (
    <Paper withBorder p="lg" maw={1040}>
      <ResourceForm
        key={id ?? 'new'}
        resource={resource}
        id={id}
        row={row.data ?? null}
        slots={{
          inputs: { targetIds: (form) => <Receivers {...form} /> },
          formExtra: (form) => <FreshReceivers {...form} />,
        }}
        onSaved={() => {
          notifications.show({ message: say('common.done'), role: 'status' });
          goBack();
        }}
        onCancel={(isDirty, abandon) => void leave(isDirty, abandon)}
      />
      {dialog}
    </Paper>
  );
}
