'use client';
import { Alert, Button, Paper, SimpleGrid, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { systemRole } from '../../../../lib/contracts/admin/resources/system-role.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { pagesTexts } from '../../../../lib/i18n/console/pages.ts';
import { formatMessage } from '../../../../lib/i18n/format-message.ts';
import type { Locale, LocalText } from '../../../../lib/i18n/translate.ts';
import { api } from '../../api/request.ts';
import { usePage } from '../../shell/page/page-context.ts';
import { recordLink } from '../../shell/page/record-link.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import { PagedUsers } from '../parts/paged-users.tsx';

const base = '/system/role/authUser';

/** Users with and without a role; `?roleId=` selects the role. */
export default function AuthUserPage() {
  const translate = usePageText();
  const page = usePage();
  const roleId = Number(page.query.get('roleId'));
  if (Number.isInteger(roleId) && roleId > 0) return <People key={roleId} roleId={roleId} />;
  return (
    <Alert title={translate('pages.noRole')}>
      <Button size="xs" variant="default" onClick={() => page.open('/system/role')}>
        {translate('pages.toRoles')}
      </Button>
    </Alert>
  );
}

function People({ roleId }: { readonly roleId: number }) {
  const translate = usePageText();
  const page = usePage();
  const queries = useQueryClient();
  const role = useQuery({
    queryKey: ['system.role', 'row', roleId],
    queryFn: ({ signal }) =>
      api.get<RowOf<typeof systemRole>>(`/system/role/${roleId}`, { signal, quiet: true }),
  });
  const name = role.data?.roleName;
  useEffect(() => {
    page.setTitle(typeof name === 'string' ? titleFor(name) : null);
  }, [page, name]);
  const change = (call: 'selectAll' | 'cancelAll') => async (userIds: readonly number[]) => {
    await api.put<void>(`${base}/${call}`, { roleId, userIds });
    const params = { count: userIds.length, name: name ?? '' };
    const message = translate(call === 'selectAll' ? 'pages.roleAssigned' : 'pages.roleUnassigned', params);
    notifications.show({ message: recordLink(page, roleId, message, '/system/role'), role: 'status' });
    // Both lists and the user count of the role page have changed.
    await Promise.all(
      [['users'], ['system.role'], ['system.user']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  };
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <Paper withBorder p="md">
        <Text component="h2" fw={600} mb="sm">
          {translate('pages.holders')}
        </Text>
        <PagedUsers
          label={translate('pages.holders')}
          path={`${base}/allocatedList`}
          query={{ roleId }}
          act={{
            label: (count) => translate('pages.takeFrom', { count }),
            isDangerous: true,
            run: change('cancelAll'),
          }}
          empty={translate('pages.noHolders')}
        />
      </Paper>
      <Paper withBorder p="md">
        <Text component="h2" fw={600} mb="sm">
          {translate('pages.others')}
        </Text>
        <PagedUsers
          label={translate('pages.others')}
          path={`${base}/unallocatedList`}
          query={{ roleId }}
          act={{ label: (count) => translate('pages.giveTo', { count }), run: change('selectAll') }}
        />
      </Paper>
    </SimpleGrid>
  );
}

/** The tab outlives the language in which it was opened. */
function titleFor(name: string): LocalText {
  const of = (locale: Locale) => formatMessage(locale, pagesTexts['pages.peopleOf'][locale], { name });
  return { 'zh-CN': of('zh-CN'), 'en-US': of('en-US') };
}
