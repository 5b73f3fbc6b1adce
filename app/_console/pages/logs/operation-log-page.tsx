'use client';
import { api } from '../../api/request.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { HasPermi } from '../../session/permission.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import { LogButton } from '../parts/log-button.tsx';
import { ImportEntriesButton } from './import-entries-button.tsx';
import { RecordedChanges } from './recorded-changes.tsx';

const base = '/monitor/operlog';

/** What was done. Nothing can be taken out of it unnoticed: the chain is checked at a button's press. */
export default function OperationLogPage() {
  const say = usePageText();
  const verify = async () => {
    const { isWhole, checked, brokenAt } = await api.get<{
      isWhole: boolean;
      checked: number;
      brokenAt: number | null;
    }>(`${base}/verify`);
    if (isWhole) return { message: say('pages.whole', { count: checked }) };
    return { message: say('pages.broken', { row: brokenAt ?? 0 }), isBad: true };
  };
  const clean = async () => {
    const { removed } = await api.delete<{ removed: number }>(`${base}/clean`, { query: { days: 90 } });
    return { message: say('pages.removedRows', { count: removed }) };
  };
  return (
    <ResourcePage
      resource="monitor.operlog"
      slots={{
        toolbar: () => (
          <>
            <LogButton label={say('pages.verify')} resource="monitor.operlog" run={verify} />
            <HasPermi value={['monitor:operlog:remove']}>
              <LogButton
                label={say('pages.cleanOld')}
                why={say('pages.cleanOldWhy')}
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
