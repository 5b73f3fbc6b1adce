'use client';
import { useState } from 'react';
import type { systemNotice } from '../../../../lib/contracts/admin/resources/system-notice.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { PageDrawer } from '../../ui/dialogs/page-dialog.tsx';
import { PagedUsers } from '../parts/paged-users.tsx';
import { RowButton } from '../parts/row-button.tsx';

const formPath = '/system/notice/form';

/** Notices. They are edited on a separate page. */
export default function NoticePage() {
  const translate = usePageText();
  const page = usePage();
  const [readersOf, setReadersOf] = useState<RowOf<typeof systemNotice> | null>(null);
  return (
    <>
      <ResourcePage
        resource="system.notice"
        slots={{
          onAdd: () => page.open(formPath),
          onEdit: ({ noticeId }) => page.open(`${formPath}?noticeId=${noticeId}`),
          rowActions: (row) => (
            <RowButton row={row} title="noticeTitle" onClick={setReadersOf} isRare>
              {translate('pages.readers')}
            </RowButton>
          ),
        }}
      />
      {readersOf && (
        <PageDrawer
          onClose={() => setReadersOf(null)}
          title={`${translate('pages.readers')} · ${readersOf.noticeTitle}`}
        >
          <PagedUsers
            label={translate('pages.readers')}
            path={`/system/notice/${readersOf.noticeId}/readers`}
            query={{}}
            extra={{ title: translate('pages.readAt'), field: 'readTime' }}
            empty={translate('pages.noReaders')}
          />
        </PageDrawer>
      )}
    </>
  );
}
