/** Undo and redo of a value. */
export interface History<Value> {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  /** What changed last: a repetition (typing, dragging a colour) is one step. Null: the next change is a step. */
  readonly kind: string | null;
}

/** Steps that are kept. */
const maxSteps = 200;

export const begin = <Value>(present: Value): History<Value> => ({
  ...{ past: [], present, future: [], kind: null },
});

/** `kind`: changes of one kind in a row are undone together. */
export function change<Value>(
  history: History<Value>,
  present: Value,
  kind: string | null = null,
): History<Value> {
  if (present === history.present) return history;
  const isRepeated = kind !== null && kind === history.kind;
  const past = isRepeated ? history.past : [...history.past, history.present].slice(-maxSteps);
  return { past, present, future: [], kind };
}

export function undo<Value>({ past, present, future }: History<Value>): History<Value> {
  const before = past.at(-1);
  if (past.length === 0) return { past, present, future, kind: null };
  return { past: past.slice(0, -1), present: before as Value, future: [present, ...future], kind: null };
}

export function redo<Value>({ past, present, future }: History<Value>): History<Value> {
  const [next, ...rest] = future;
  if (future.length === 0) return { past, present, future, kind: null };
  return { past: [...past, present], present: next as Value, future: rest, kind: null };
}
