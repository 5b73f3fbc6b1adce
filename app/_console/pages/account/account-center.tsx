'use client';
/** `/account/center`: the user's profile, sessions and items. */
import { Badge, Button, Group, Paper, SimpleGrid, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core';
import { accountTexts } from '../../../../lib/i18n/console/account.ts';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { useSession } from '../../session/use-session.tsx';
import { UserAvatar } from '../../session/user-avatar.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { LoadFailed } from '../parts/load-failed.tsx';
import styles from './account.module.css';
import { type Profile, useOwnSessions, useProfile } from './account-calls.ts';
import { MyApplications, MyCameras, MyNotices } from './personal-items.tsx';

/** Tabs in their order, each with the permission that its list requires; null: none. */
const allTabs = [
  { key: 'app', permission: 'iot:application:list', Part: MyApplications },
  { key: 'article', permission: null, Part: MyNotices },
  { key: 'project', permission: 'iot:camera:list', Part: MyCameras },
] as const;

export default function AccountCenter() {
  const translate = useTranslations(accountTexts);
  const page = usePage();
  const { can } = useSession();
  const requestedTab = page.query.get('tab');
  const tabs = allTabs.filter(({ permission }) => permission === null || can(permission));
  const shown = tabs.find(({ key }) => key === requestedTab) ?? tabs[0];
  return (
    <div className={styles.center}>
      <Stack gap="md">
        <WhoIAm onEdit={() => page.open('/account/settings')} />
        <RecentLogins />
      </Stack>
      <Paper withBorder p="md">
        <Tabs
          value={shown?.key ?? null}
          onChange={(next) => page.setQuery(new URLSearchParams(next ? { tab: next } : {}))}
          keepMounted={false}
        >
          <Tabs.List mb="md">
            {tabs.map(({ key }) => (
              <Tabs.Tab key={key} value={key}>
                {translate(`account.${key}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {shown && (
            <Tabs.Panel value={shown.key}>
              <shown.Part />
            </Tabs.Panel>
          )}
        </Tabs>
      </Paper>
    </div>
  );
}

function WhoIAm({ onEdit }: { readonly onEdit: () => void }) {
  const translate = useTranslations(accountTexts);
  const profile = useProfile();
  if (profile.isPending) return <Skeleton height={320} />;
  if (profile.isError) return <LoadFailed error={profile.error} onRetry={() => void profile.refetch()} />;
  const me = profile.data;
  return (
    <Paper withBorder p="lg">
      <Stack align="center" gap={4} mb="md">
        <UserAvatar user={me} size={96} />
        <Title order={2} size="h3" mt="xs">
          {me.nickName}
        </Title>
        <Group gap={6} justify="center">
          {me.roleNames.map((name) => (
            <Badge key={name} variant="light" radius="sm">
              {name}
            </Badge>
          ))}
        </Group>
      </Stack>
      <ProfileDetails me={me} />
      <Button variant="light" fullWidth mt="md" onClick={onEdit}>
        {translate('account.edit')}
      </Button>
    </Paper>
  );
}

function ProfileDetails({ me }: { readonly me: Profile }) {
  const translate = useTranslations(accountTexts);
  const translateCommon = useTranslations(commonTexts);
  const details = [
    ['account.account', me.userName],
    ['account.department', me.deptName],
    ['account.posts', me.postNames.join(translateCommon('common.and'))],
    ['account.phone', me.phonenumber],
    ['account.email', me.email],
    ['account.lastLogin', me.loginDate],
    ['account.since', me.createTime],
  ] as const;
  return (
    <dl className={styles.facts}>
      {details.map(([key, value]) => (
        <div key={key}>
          <dt>{translate(key)}</dt>
          <dd>{value || translate('account.none')}</dd>
        </div>
      ))}
    </dl>
  );
}

function RecentLogins() {
  const translate = useTranslations(accountTexts);
  const sessions = useOwnSessions();
  return (
    <Paper withBorder p="lg">
      <Title order={2} size="h5" mb="sm">
        {translate('account.recent')}
      </Title>
      {sessions.isPending ? <Skeleton height={80} /> : null}
      {sessions.isError ? (
        <LoadFailed error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : null}
      <SimpleGrid cols={1} spacing="sm">
        {sessions.data?.slice(0, 5).map((session) => (
          <div key={session.id}>
            <Group gap="xs">
              <Text size="sm">
                {session.browser} · {session.os}
              </Text>
              {session.current ? (
                <Badge size="sm" variant="light" color="green" radius="sm">
                  {translate('account.current')}
                </Badge>
              ) : null}
            </Group>
            <Text size="xs" c="dimmed">
              {session.loginTime} · {session.ipaddr}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Paper>
  );
}
