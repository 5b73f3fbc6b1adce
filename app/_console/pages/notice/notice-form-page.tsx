'use client';
import { Paper } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { systemNotice } from '../../../../lib/contracts/admin/resources/system-notice.resource.ts';
import type { Slots } from '../../resource/context/resource-page-context.ts';
import { titleOf } from '../../resource/data/row.ts';
import { useResource } from '../../resource/data/use-resource.ts';
import { ResourceForm } from '../../resource/form/resource-form.tsx';
import { RowState } from '../../resource/parts/row-state.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { recordLink } from '../../shell/page/record-link.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { confirmAction } from '../../ui/dialogs/confirm-action.ts';
import { FreshReceivers, Receivers } from './receivers.tsx';

const slots: Pick<Slots<typeof systemNotice>, 'inputs' | 'formExtra'> = {
  inputs: { targetIds: (form) => <Receivers {...form} /> },
  formExtra: (form) => <FreshReceivers {...form} />,
};

/** Form of a notice; `?noticeId=` edits an existing one. */
export default function NoticeFormPage() {
  const { translate, local } = useTexts();
  const page = usePage();
  const resource = useResource('system.notice');
  const noticeId = Number(page.query.get('noticeId'));
  const id = Number.isInteger(noticeId) && noticeId > 0 ? noticeId : null;
  const row = useQuery({
    queryKey: ['system.notice', 'row', id, 'form'],
    queryFn: ({ signal }) => resource?.client.get(id ?? 0, { signal, quiet: true }),
    enabled: id !== null && resource !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const stored = resource && row.data ? titleOf(resource.definition, row.data) : null;
  const added = resource
    ? `${translate('common.add')}${translate('resource.space')}${local(resource.definition.title)}`
    : null;
  const title = id === null ? added : stored;
  useEffect(() => {
    page.setTitle(title);
  }, [page, title]);
  /** Returns to the list, regardless of the neighbouring tabs. */
  const goBack = () => {
    page.close();
    if (resource?.can('list')) page.open(resource.definition.base);
  };
  if (!resource || (id !== null && !row.data)) {
    return <RowState error={row.error} onRetry={() => void row.refetch()} onBack={goBack} />;
  }
  const leave = async (isDirty: boolean, abandon: () => void): Promise<void> => {
    if (isDirty) {
      if (
        !(await confirmAction({ title: translate('common.cancel'), message: translate('resource.unsaved') }))
      )
        return;
      abandon();
    }
    goBack();
  };
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} maw={1040} mx="auto">
      <ResourceForm
        key={id ?? 'new'}
        resource={resource}
        id={id}
        row={row.data ?? null}
        slots={slots}
        onSaved={(answer, saved) => {
          const message = translate(id === null ? 'resource.created' : 'resource.updated', {
            resource: local(resource.definition.title),
            title: titleOf(resource.definition, { ...answer, ...saved }),
          });
          const savedId = Number(id ?? answer?.noticeId);
          const link = recordLink(page, savedId, message, resource.definition.base);
          notifications.show({ message: resource.can('query') ? link : message, role: 'status' });
          goBack();
        }}
        onCancel={(isDirty, abandon) => void leave(isDirty, abandon)}
      />
    </Paper>
  );
}
