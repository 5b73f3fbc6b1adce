/** How the wrapper and the session speak to people. Injected, so that tests listen. */
export interface Notice {
  readonly kind: 'error' | 'warning' | 'success' | 'info' | 'loading';
  readonly message: string;
  readonly title?: string;
  /** 0: until it is replaced or closed. */
  readonly durationMs: number;
}

export interface Notifier {
  /** Returns what `replace` and `dismiss` name it by. */
  show(notice: Notice): string;
  replace(id: string, notice: Notice): void;
  dismiss(id: string): void;
}

/** Errors stay for five seconds, as specified. */
export const errorNoticeMs = 5_000;
