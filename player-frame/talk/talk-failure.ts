/** Why a talk cannot begin or continue. `code` is API and has a text in the error catalogue. */
export interface TalkProblem {
  readonly code: string;
  /** What the browser or the server said, for diagnostics; null: nothing. */
  readonly message: string | null;
}

/** For rejections inside the talk folder. */
export class TalkError extends Error {
  override readonly name = 'TalkError';

  constructor(readonly problem: TalkProblem) {
    super(problem.message ?? problem.code);
  }
}

export const problem = (code: string, message: unknown = null): TalkProblem => ({
  code,
  message: message === null ? null : String(message).slice(0, 200),
});
