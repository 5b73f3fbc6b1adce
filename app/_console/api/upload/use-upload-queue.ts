'use client';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { accountTexts } from '../../../../lib/i18n/console/account.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { useWork } from '../../ui/form-work.ts';
import { errorNoticeMs, type Notifier } from '../../ui/toasts/notifier.ts';
import { ApiError, mayPass } from '../api-error.ts';
import { refusedByStorage } from './send-upload.ts';
import { type UploadedFile, type UploadOptions, UploadQueue } from './upload-queue.ts';

const problemTexts = {
  large: 'account.uploadLarge',
  kind: 'account.uploadKind',
  failed: 'account.uploadFailed',
} as const;

export interface UploadWishes extends Pick<UploadOptions, 'kind' | 'count' | 'send' | 'onChange'> {
  readonly notifier: Pick<Notifier, 'show'>;
  readonly initial?: readonly UploadedFile[] | undefined;
}

/** One queue for the lifetime of the component; failures are shown, and a form around it is not sent meanwhile. */
export function useUploadQueue({ kind, count, initial, ...options }: UploadWishes) {
  const translate = useTranslations(accountTexts);
  function reasonOf(cause: unknown): string | null {
    if (!(cause instanceof ApiError)) return null;
    if (cause.code !== refusedByStorage) return mayPass(cause) ? null : cause.message;
    return cause.message ? translate('account.uploadRefused', { reason: cause.message }) : null;
  }
  const onProblem: UploadOptions['onProblem'] = (problem, _file, cause) => {
    // Retry only after network failures; if the server rejected the file, it has given the reason.
    const message = reasonOf(cause) ?? translate(problemTexts[problem]);
    options.notifier.show({ kind: 'error', message, durationMs: errorNoticeMs });
  };
  // Callbacks of the last render: the form may change during an upload.
  const latest = useRef({ ...options, onProblem });
  useEffect(() => {
    latest.current = { ...options, onProblem };
  });
  const [queue] = useState(
    () =>
      new UploadQueue(
        {
          kind,
          count,
          send: (...args) => latest.current.send(...args),
          onProblem: (...args) => latest.current.onProblem(...args),
          onChange: (files) => latest.current.onChange(files),
        },
        initial,
      ),
  );
  const items = useSyncExternalStore(queue.subscribe, queue.get, queue.get);
  const isBusy = items.some(({ status }) => status === 'waiting' || status === 'sending');
  useWork(isBusy);
  return { queue, items, isBusy };
}
