'use client';
import type { systemNotice } from '../../../../lib/contracts/admin/resources/system-notice.resource.ts';
import type { Slots } from '../../resource/context/resource-page-context.ts';
import { FormPage } from '../parts/form-page.tsx';
import { FreshReceivers, Receivers } from '../parts/receivers.tsx';

const slots: Pick<Slots<typeof systemNotice>, 'inputs' | 'formExtra'> = {
  inputs: { targetIds: (form) => <Receivers {...form} /> },
  formExtra: (form) => <FreshReceivers {...form} />,
};

/** Form of a notice; `?noticeId=` edits an existing one. */
export default function NoticeFormPage() {
  return <FormPage resource="system.notice" slots={slots} maw={1040} mx="auto" />;
}
