'use client';
import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { accountTexts } from '../../../../lib/i18n/console/account.ts';
import { useApi } from '../../api/use-api.ts';
import { textOf, useFormCall } from '../../session/parts/use-form-call.ts';
import { usePage } from '../../shell/page/page-context.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { browserNotifier } from '../../ui/toasts/browser-notifier.ts';
import { errorNoticeMs } from '../../ui/toasts/notifier.ts';
import { type Profile, useAccountChanged } from './account-calls.ts';

const phonePattern = /^(?:1[3-9]\d{9})?$/;

/** Name and contact details: the fields users can change themselves. */
export function ProfileForm({ profile }: { readonly profile: Profile }) {
  const translate = useTranslations(accountTexts);
  const api = useApi();
  const page = usePage();
  const changed = useAccountChanged();
  const { problems, isBusy, formProps } = useFormCall({
    check(form) {
      const found: Record<string, string> = {};
      if (textOf(form, 'nickName').trim() === '') {
        found.nickName = translate('account.needed', { name: translate('account.nickName') });
      }
      if (!phonePattern.test(textOf(form, 'phonenumber').trim())) {
        found.phonenumber = translate('account.phoneWrong');
      }
      return found;
    },
    async send(form) {
      await api.put('/system/user/profile', {
        nickName: textOf(form, 'nickName').trim(),
        phonenumber: textOf(form, 'phonenumber').trim(),
        email: textOf(form, 'email').trim(),
        sex: textOf(form, 'sex'),
        version: profile.version,
      });
      page.setUnsaved(false);
      browserNotifier.show({
        kind: 'success',
        message: translate('account.saved'),
        durationMs: errorNoticeMs,
      });
      await changed();
    },
  });
  return (
    <form {...formProps} onChange={() => page.setUnsaved(true)} aria-label={translate('account.base')}>
      <Stack gap="md" maw={420}>
        <TextInput
          name="nickName"
          label={translate('account.nickName')}
          defaultValue={profile.nickName}
          error={problems.nickName}
          autoComplete="name"
          maxLength={30}
        />
        <TextInput
          name="phonenumber"
          label={translate('account.phone')}
          defaultValue={profile.phonenumber}
          error={problems.phonenumber}
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={11}
        />
        <TextInput
          name="email"
          label={translate('account.email')}
          defaultValue={profile.email}
          error={problems.email}
          inputMode="email"
          autoComplete="email"
          maxLength={50}
        />
        <Radio.Group name="sex" label={translate('account.sex')} defaultValue={profile.sex}>
          <Group gap="md" mt={6}>
            {(['0', '1', '2'] as const).map((value) => (
              <Radio key={value} value={value} label={translate(`account.sex${value}`)} />
            ))}
          </Group>
        </Radio.Group>
        <Button type="submit" loading={isBusy}>
          {translate('account.save')}
        </Button>
      </Stack>
    </form>
  );
}
