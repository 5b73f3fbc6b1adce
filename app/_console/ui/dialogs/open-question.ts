export interface Question {
  readonly title: string;
  /** May have several lines. */
  readonly message: string;
  /** Affected records, one per line. */
  readonly names?: readonly string[];
  /** Text to type for confirmation of irreversible actions. */
  readonly typed?: string;
  /** Whether confirming destroys data; colours the button. Default true. */
  readonly isDestructive?: boolean;
}

export interface OpenQuestion extends Question {
  answer(isYes: boolean): void;
}

/** The current question, for `ConfirmHost`. */
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
