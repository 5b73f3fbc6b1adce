import type * as z from 'zod/mini';
import type { playerFailure } from './failure.ts';

type Failure = z.infer<typeof playerFailure>;

/** Thrown by a request handler in the frame; the host's promise rejects with exactly these fields. */
export class RequestError extends Error {
  readonly code: string;
  readonly source: Failure['source'];
  readonly retryable: boolean;
  readonly detail: Failure['detail'];

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'RequestError';
    this.code = failure.code;
    this.source = failure.source;
    this.retryable = failure.retryable;
    this.detail = failure.detail;
  }
}
