'use client';
import { api } from '../../api/request.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { HasPermi } from '../../session/permission.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import { LogButton } from '../parts/log-button.tsx';
import { ImportEntriesButton } from './import-entries-button.tsx';
import { RecordedChanges } from './recorded-changes.tsx';

const base = '/monitor/operlog';

/** The operation log, with a button that verifies its integrity. */
export default function OperationLogPage() {
  const translate = usePageText();
  const verify = async () => {
    const { isIntact, checked, brokenAt } = await api.get<{
      isIntact: boolean;
      checked: number;
      brokenAt: number | null;
    }>(`${base}/verify`);
    if (isIntact) return { message: translate('pages.logIntact', { count: checked }) };
    return { message: translate('pages.logModified', { row: brokenAt ?? 0 }), isBad: true };
  };
  const clean = async () => {
    const { removed } = await api.delete<{ removed: number }>(`${base}/clean`, { query: { days: 90 } });
    return { message: translate('pages.removedRows', { count: removed }) };
  };
  return (
    <ResourcePage
      resource="monitor.operlog"
      slots={{
        toolbar: () => (
          <>
            <LogButton label={translate('pages.verify')} resource="monitor.operlog" run={verify} />
            <HasPermi value={['monitor:operlog:remove']}>
              <LogButton
                label={translate('pages.cleanOld')}
                why={translate('pages.cleanOldWhy')}
                resource="monitor.operlog"
                run={clean}
              />
            </HasPermi>
          </>
        ),
        columns: {
          diff: (row) => <RecordedChanges row={row} />,
        },
        detailExtra: (row) => <ImportEntriesButton row={row} />,
      }}
    />
  );
}
