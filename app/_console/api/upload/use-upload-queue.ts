'use client';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { accountTexts } from '../../../../lib/i18n/console/account.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { errorNoticeMs, type Notifier } from '../../ui/toasts/notifier.ts';
import { ApiError, mayPass } from '../api-error.ts';
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

/** One queue for as long as the component lives, which tells what went wrong. */
export function useUploadQueue({ kind, count, initial, ...wishes }: UploadWishes) {
  const translate = useTranslations(accountTexts);
  const onProblem: UploadOptions['onProblem'] = (problem, _file, cause) => {
    // To try again helps where the way there failed; where the file was refused, the server has said why.
    const isRefused = cause instanceof ApiError && !mayPass(cause);
    const message = isRefused ? cause.message : translate(problemTexts[problem]);
    wishes.notifier.show({ kind: 'error', message, durationMs: errorNoticeMs });
  };
  // What is called is what the last render gave: forms change while files are on their way.
  const latest = useRef({ ...wishes, onProblem });
  useEffect(() => {
    latest.current = { ...wishes, onProblem };
  });
  const [queue] = useState(
    () =>
      new UploadQueue(
        {
          kind,
          count,
          send: (file) => latest.current.send(file),
          onProblem: (...told) => latest.current.onProblem(...told),
          onChange: (files) => latest.current.onChange(files),
        },
        initial,
      ),
  );
  const items = useSyncExternalStore(queue.subscribe, queue.get, queue.get);
  return { queue, items };
}
