'use client';
/** Inputs of the form of a message that differ from the usual ones. */
import { Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { feedbackMessage } from '../../../../lib/contracts/admin/resources/feedback-message.resource.ts';
import { api } from '../../api/request.ts';
import type { FormExtraProps } from '../../resource/context/resource-page-context.ts';
import { useSession } from '../../session/use-session.tsx';
import { useLocalText } from '../../text/use-text.ts';
import { TemplateFill } from './template-fill.tsx';
import { useMessageText } from './use-message-text.ts';

type MessageForm = FormExtraProps<typeof feedbackMessage>;

const draft = '0';
const sending = '1';

/** The title, beside the button that fills title and content from a template. */
export function TitleInput({ values, set, errors }: MessageForm) {
  const local = useLocalText();
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label={local(feedbackMessage.fields.title.label)}
        withAsterisk
        data-autofocus
        error={errors.title}
        value={values.title ?? ''}
        onChange={({ currentTarget }) => set('title', currentTarget.value)}
      />
      <TemplateFill
        onFilled={({ title, content }) => {
          set('title', title);
          set('content', content);
        }}
      />
    </Group>
  );
}

/** A draft, or sent now or at its time: for users who may send. */
export function StateInput({ values, set, errors }: MessageForm) {
  const translate = useMessageText();
  const { can } = useSession();
  if (!can('feedback:message:send')) return null;
  return (
    <Radio.Group
      label={translate('messages.afterSaving')}
      error={errors.status}
      value={values.status === sending ? sending : draft}
      onChange={(next) => set('status', next)}
    >
      <Group gap="md" mt={6}>
        <Radio value={draft} label={translate('messages.keepDraft')} />
        <Radio value={sending} label={translate('messages.send')} />
      </Group>
    </Radio.Group>
  );
}

/** E-mail is offered where there is a mail server. */
export function ChannelsInput({ values, set, errors }: MessageForm) {
  const translate = useMessageText();
  const { data } = useQuery({
    queryKey: ['feedback.message', 'channels'],
    queryFn: ({ signal }) =>
      api.get<readonly string[]>('/feedback/message/channels', { signal, quiet: true }),
  });
  const chosen = values.channels || [];
  if (!data?.includes('mail') && !chosen.includes('mail')) return null;
  return (
    <Checkbox.Group
      label={translate('messages.channels')}
      error={errors.channels}
      value={[...chosen]}
      onChange={(next) => set('channels', next)}
    >
      <Stack gap={6} mt={6}>
        <Checkbox value="inbox" label={translate('messages.inbox')} disabled />
        <Checkbox
          value="mail"
          label={translate('messages.mail')}
          description={translate('messages.mailHelp')}
        />
      </Stack>
    </Checkbox.Group>
  );
}
