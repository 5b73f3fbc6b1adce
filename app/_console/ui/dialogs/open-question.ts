export interface Question {
  readonly title: string;
  readonly message: string;
  /** What it is about, one line each. */
  readonly names?: readonly string[];
  /** Must be typed before going on: for what cannot be undone. */
  readonly typed?: string;
  /** Whether a yes loses something, which colours its button. Default true. */
  readonly isDestructive?: boolean;
}

export interface OpenQuestion extends Question {
  answer(isYes: boolean): void;
}

/** The question that is being shown, for `ConfirmHost`. */
class OpenQuestionStore {
  #current: OpenQuestion | null = null;
  readonly #listeners = new Set<() => void>();

  readonly get = (): OpenQuestion | null => this.#current;

  set(next: OpenQuestion | null): void {
    this.#current = next;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const openQuestion = new OpenQuestionStore();
