export interface Question {
  readonly title: string;
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

export const loadConfirmDialog = () => import('./confirm-dialog.tsx');

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

function show(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    openQuestion.set({
      ...question,
      answer: (isYes) => {
        openQuestion.set(null);
        resolve(isYes);
      },
    });
  });
}

/** Fallback: native dialogs, which need no script to load. */
function confirmInBrowser({ message, names = [], typed }: Question): boolean {
  const text = [message, ...names].join('\n');
  return typed === undefined ? window.confirm(text) : window.prompt(`${text}\n\n> ${typed}`) === typed;
}

/** Resolves with true if confirmed; closing the dialog means no. One question is open at a time. */
export async function confirmAction(question: Question): Promise<boolean> {
  const open = openQuestion.get();
  if (open) {
    // Escape may also close the drawer below, which asks again: both get a no.
    open.answer(false);
    return false;
  }
  try {
    await loadConfirmDialog();
  } catch {
    return confirmInBrowser(question);
  }
  return show(question);
}
