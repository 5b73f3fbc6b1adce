import { apiTexts } from '../../../lib/i18n/console/api.ts';
import type { Locale } from '../../../lib/i18n/translate.ts';
import { errorNoticeMs, type Notice, type Notifier } from '../ui/toasts/notifier.ts';
import { ApiError } from './api-error.ts';
import type { Api, CallOptions } from './create-api.ts';
import type { Query } from './query-text.ts';

/** `deferred`: the server makes the file in the background; its message was shown. */
export type DownloadOutcome = 'saved' | 'deferred';

export interface DownloadParts {
  readonly api: Pick<Api, 'postForm' | 'errorOf'>;
  readonly notifier: Notifier;
  readonly locale: () => Locale;
  /** Starts the browser's download. */
  readonly save: (file: Blob, name: string) => void;
}

/**
 * POSTs `form` and saves the response as a file. A JSON response is an error, or says where the file will be. Failures
 * are shown before the promise rejects.
 */
export function createDownload(parts: DownloadParts) {
  return async function download(
    path: string,
    form: Query | FormData,
    fileName: string,
    options: Pick<CallOptions, 'signal' | 'timeoutMs' | 'allowDuplicate'> = {},
  ): Promise<DownloadOutcome> {
    const translate = (key: keyof typeof apiTexts) => apiTexts[key][parts.locale()];
    const notice = (kind: Notice['kind'], message: string, durationMs = errorNoticeMs): Notice => ({
      kind,
      message,
      durationMs,
    });
    const loading = parts.notifier.show(notice('loading', translate('api.downloading'), 0));
    try {
      const answer = await parts.api.postForm(path, form, { ...options, quiet: true });
      if (!answer.isOk)
        throw new ApiError('http', translate('api.downloadFailed'), { status: answer.status });
      if (/\bjson\b/i.test(answer.headers.get('content-type') ?? '')) {
        const body = JSON.parse(await answer.body.text()) as { readonly message?: unknown } | null;
        const error = parts.api.errorOf(body, answer.status);
        const message = body?.message;
        if (error || typeof message !== 'string' || !message)
          throw error ?? new ApiError('http', translate('api.downloadFailed'), { status: answer.status });
        parts.notifier.replace(loading, notice('info', message));
        return 'deferred';
      }
      parts.save(answer.body, fileName);
      parts.notifier.replace(loading, notice('success', translate('api.downloaded')));
      return 'saved';
    } catch (error) {
      if (options.signal?.aborted) parts.notifier.dismiss(loading);
      else
        parts.notifier.replace(loading, notice('error', messageOf(error, translate('api.downloadFailed'))));
      throw error;
    }
  };
}

/** The server's message, or `otherwise`. */
function messageOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.status > 0 ? error.message : otherwise;
}
