'use client';
import { notifications } from '@mantine/notifications';
import { api } from '../../api/request.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { HasPermi } from '../../session/permission.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import { LogButton } from '../parts/log-button.tsx';
import { RowButton } from '../parts/row-button.tsx';

const base = '/monitor/logininfor';

export default function LoginLogPage() {
  const translate = usePageText();
  const unlock = async (name: string) => {
    try {
      await api.get<void>(`${base}/unlock/${encodeURIComponent(name)}`);
      notifications.show({ message: translate('pages.unlocked', { name }), role: 'status' });
    } catch {
      // The error has been shown.
    }
  };
  return (
    <ResourcePage
      resource="monitor.logininfor"
      slots={{
        toolbar: () => (
          <HasPermi value={['monitor:logininfor:remove']}>
            <LogButton
              label={translate('pages.cleanLog')}
              why={translate('pages.cleanLoginLogWhy')}
              resource="monitor.logininfor"
              run={async () => {
                await api.delete<void>(`${base}/clean`);
                return { message: translate('pages.logCleared') };
              }}
            />
          </HasPermi>
        ),
        rowActionsFor: ['monitor:logininfor:unlock'],
        rowActions: (row) =>
          row.status === '1' && (
            <HasPermi value={['monitor:logininfor:unlock']}>
              <RowButton row={row} title="userName" onClick={({ userName }) => void unlock(userName ?? '')}>
                {translate('pages.unlock')}
              </RowButton>
            </HasPermi>
          ),
      }}
    />
  );
}
