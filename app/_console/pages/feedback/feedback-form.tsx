'use client';
import { Button, Group, Input, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { maxFeedbackLength, maxFeedbackPictures } from '../../../../lib/contracts/admin/feedback-limits.ts';
import { ApiError, fieldErrors } from '../../api/api-error.ts';
import { api } from '../../api/request.ts';
import { uploadTo } from '../../api/upload/send-upload.ts';
import { Upload } from '../../api/upload/upload.tsx';
import { FormWork, useCountedWork } from '../../ui/form-work.ts';
import { browserNotifier } from '../../ui/toasts/browser-notifier.ts';
import { useFeedbackText } from './use-feedback-text.ts';
import type { FeedbackType } from './use-feedback-types.ts';

const sendPicture = uploadTo(api, '/feedback/picture');

/** Sends feedback. Errors of single fields are shown there. */
export function FeedbackForm({ types }: { readonly types: readonly FeedbackType[] }) {
  const translate = useFeedbackText();
  const queries = useQueryClient();
  const [type, setType] = useState<string | null>(null);
  const [content, setContent] = useState('');
  const [contact, setContact] = useState('');
  const [sendsDevice, setSendsDevice] = useState(true);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const [isUploading, countWork] = useCountedWork();
  /** A new list of pictures for each feedback. */
  const [round, setRound] = useState(0);
  /** By round: a picture that is uploaded after its feedback was sent is not part of the next one. */
  const [picsOf, setPicsOf] = useState<ReadonlyMap<number, readonly string[]>>(new Map());
  const chosen = type ?? types.find(({ isDefault }) => isDefault === 'Y')?.dictValue ?? null;

  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const device = sendsDevice ? navigator.userAgent.slice(0, 300) : '';
      await api.post(
        '/feedback/mine',
        { type: chosen ?? '', content, pics: picsOf.get(round) ?? [], contact, device },
        { quiet: true },
      );
      notifications.show({ message: translate('feedback.sent'), role: 'status' });
      setContent('');
      setErrors({});
      setRound(round + 1);
      await queries.invalidateQueries({ queryKey: ['feedback.mine'] });
    } catch (failure) {
      const byField = fieldErrors(failure);
      const whole = failure instanceof ApiError ? failure.message : '';
      setErrors(Object.keys(byField).length > 0 ? byField : { whole });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Stack>
        <Select
          label={translate('feedback.type')}
          withAsterisk
          allowDeselect={false}
          data={types.map(({ dictValue, dictLabel }) => ({ value: dictValue, label: dictLabel }))}
          value={chosen}
          error={errors.type}
          onChange={setType}
        />
        <Textarea
          label={translate('feedback.content')}
          withAsterisk
          autosize
          minRows={4}
          maxRows={12}
          maxLength={maxFeedbackLength}
          description={translate('feedback.count', { count: content.length, max: maxFeedbackLength })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={content}
          error={errors.content}
          onChange={({ currentTarget }) => setContent(currentTarget.value)}
        />
        <Input.Wrapper
          label={translate('feedback.pics', { max: maxFeedbackPictures })}
          labelElement="div"
          error={errors.pics}
        >
          <FormWork value={countWork}>
            <Upload
              key={round}
              count={maxFeedbackPictures}
              send={sendPicture}
              notifier={browserNotifier}
              onChange={(files) =>
                setPicsOf((all) =>
                  new Map(all).set(
                    round,
                    files.map(({ url }) => url),
                  ),
                )
              }
            />
          </FormWork>
        </Input.Wrapper>
        <TextInput
          label={translate('feedback.contact')}
          description={translate('feedback.contactHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={100}
          value={contact}
          error={errors.contact}
          onChange={({ currentTarget }) => setContact(currentTarget.value)}
        />
        <Switch
          label={translate('feedback.device')}
          checked={sendsDevice}
          onChange={({ currentTarget }) => setSendsDevice(currentTarget.checked)}
        />
        {errors.whole && (
          <Text c="red" size="sm" role="alert">
            {errors.whole}
          </Text>
        )}
        <Group>
          <Button type="submit" loading={isBusy} disabled={isUploading}>
            {translate('feedback.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
