import type { MessageLink } from '../../../../lib/contracts/admin/envelope.ts';

/** Interface for messages of the request wrapper and the session; replaced in tests. */
export interface Notice {
  readonly kind: 'error' | 'warning' | 'success' | 'info' | 'loading';
  readonly message: string;
  readonly title?: string;
  /** Below the message. */
  readonly links?: readonly MessageLink[];
  /** 0: until it is replaced or closed. */
  readonly durationMs: number;
}

export interface Notifier {
  /** Returns an id for `replace` and `dismiss`. */
  show(notice: Notice): string;
  replace(id: string, notice: Notice): void;
  dismiss(id: string): void;
}

/** Errors are shown for five seconds, as specified. */
export const errorNoticeMs = 5_000;
