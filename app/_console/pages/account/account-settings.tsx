'use client';
/** `/account/settings`: settings of the own account. The address contains the section. */
import { Paper, Skeleton, Tabs, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { accountTexts } from '../../../../lib/i18n/console/account.ts';
import { PasswordChange } from '../../session/required-actions/password-change.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { browserNotifier } from '../../ui/toasts/browser-notifier.ts';
import { LoadFailed } from '../parts/load-failed.tsx';
import styles from './account.module.css';
import { type Profile, useAccountChanged, useProfile } from './account-calls.ts';
import { AvatarEditor } from './avatar-editor.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecuritySettings } from './security-settings.tsx';

const parts = ['base', 'security', 'password', 'avatar'] as const;
type Part = (typeof parts)[number];

export default function AccountSettings() {
  const translate = useTranslations(accountTexts);
  const page = usePage();
  const profile = useProfile();
  const isNarrow = useMediaQuery('(max-width: 61.99em)');
  const requestedTab = page.query.get('tab');
  const part = parts.find((one) => one === requestedTab) ?? 'base';
  const show = (next: string | null) => page.setQuery(new URLSearchParams({ tab: next ?? 'base' }));
  return (
    <Paper withBorder p="md">
      <Tabs
        value={part}
        onChange={show}
        orientation={isNarrow ? 'horizontal' : 'vertical'}
        keepMounted={false}
      >
        <Tabs.List
          mr={isNarrow ? 0 : 'xl'}
          mb={isNarrow ? 'md' : 0}
          aria-label={translate('account.sections')}
        >
          {parts.map((one) => (
            <Tabs.Tab key={one} value={one} className={styles.part ?? ''} {...(isNarrow ? { px: 'xs' } : {})}>
              {translate(`account.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {/* Lets tables scroll instead of widening the panel. */}
        <Tabs.Panel value={part} miw={0}>
          <Title order={2} size="h4" mb="md">
            {translate(`account.${part}`)}
          </Title>
          {profile.isPending ? <Skeleton height={240} maw={480} /> : null}
          {profile.isError ? (
            <LoadFailed error={profile.error} onRetry={() => void profile.refetch()} />
          ) : null}
          {profile.data ? <ShownPart part={part} profile={profile.data} onShow={show} /> : null}
        </Tabs.Panel>
      </Tabs>
    </Paper>
  );
}

function ShownPart({
  part,
  profile,
  onShow,
}: {
  readonly part: Part;
  readonly profile: Profile;
  readonly onShow: (part: Part) => void;
}) {
  const changed = useAccountChanged();
  if (part === 'security')
    return <SecuritySettings profile={profile} onPassword={() => onShow('password')} />;
  if (part === 'password') {
    return <PasswordChange account={profile.userName} notifier={browserNotifier} onDone={changed} />;
  }
  if (part === 'avatar') return <AvatarEditor profile={profile} />;
  // Remounts the form when the profile has a new version.
  return <ProfileForm key={profile.version} profile={profile} />;
}
