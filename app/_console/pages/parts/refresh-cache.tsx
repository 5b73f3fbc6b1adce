'use client';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/request.ts';
import { HasPermi } from '../../session/permission.tsx';
import { usePageText } from '../../text/use-page-text.ts';

/** Makes the server reload its cache, for rows changed directly in the database. */
export function RefreshCache({ path, permission }: { readonly path: string; readonly permission: string }) {
  const translate = usePageText();
  const queries = useQueryClient();
  const refreshing = useMutation({
    mutationFn: () => api.delete<void>(path),
    async onSuccess() {
      notifications.show({ message: translate('pages.cacheRefreshed'), role: 'status' });
      await queries.invalidateQueries();
    },
  });
  return (
    <HasPermi value={[permission]}>
      <Button variant="default" loading={refreshing.isPending} onClick={() => refreshing.mutate()}>
        {translate('pages.refreshCache')}
      </Button>
    </HasPermi>
  );
}
