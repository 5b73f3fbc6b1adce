'use client';
import { offValue, onValue, wordOf } from '../dictionary/field-options.ts';
import { offerUndo } from '../parts/undo.tsx';
import { useTexts } from '../parts/use-texts.ts';
import { useResourceRoom } from '../room-context.ts';
import { idOf, isOpenTo, type Row } from './row.ts';

/** What became of one of several rows. */
export interface Outcome {
  readonly row: Row;
  /** Null: it was done. */
  readonly error: string | null;
}

/** One after the other: what one row is refused for keeps no other. Waits for each. */
export async function oneByOne(
  rows: readonly Row[],
  act: (row: Row) => Promise<void>,
  onOutcome?: (outcome: Outcome) => void,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const row of rows) {
    const error = await act(row).then(
      () => null,
      (failure: unknown) => (failure instanceof Error ? failure.message : String(failure)),
    );
    outcomes.push({ row, error });
    onOutcome?.({ row, error });
  }
  return outcomes;
}

/** The status of the rows that are marked. Null where a resource has no switch, or its user may not turn it. */
export function useBulkStatus() {
  const { resource, selection } = useResourceRoom();
  const { definition, client } = resource;
  const { say, local } = useTexts();
  const name = definition.statusSwitch;
  const field = name === undefined ? undefined : definition.fields[name];
  if (name === undefined || !field || !resource.can('edit')) return null;
  const values = [onValue(definition, name, field), offValue(definition, name, field)];
  return {
    choices: values.map((value) => ({ value, word: local(wordOf(definition, name, field, value)) })),
    /** Those that are as wished already, or stay as they are, are not asked for. Whatever failed stays marked. */
    async turn(rows: readonly Row[], value: unknown): Promise<readonly Outcome[]> {
      const turned = rows.filter((row) => row[name] !== value && isOpenTo(definition, row, 'status'));
      const outcomes = await oneByOne(turned, (row) =>
        client.changeStatus(idOf(definition, row), value, { quiet: true }),
      );
      void resource.refresh();
      const done = outcomes.filter(({ error }) => error === null).map(({ row }) => row);
      const failed = new Set(outcomes.filter(({ error }) => error !== null).map(({ row }) => row));
      selection.toggle(
        rows.filter((row) => !failed.has(row)),
        false,
      );
      if (done.length === 0) return outcomes;
      const word = local(wordOf(definition, name, field, value));
      offerUndo(
        say('resource.turnedMany', { count: done.length, value: word }),
        say('common.undo'),
        async () => {
          for (const row of done) await client.changeStatus(idOf(definition, row), row[name]);
          await resource.refresh();
        },
      );
      return outcomes;
    },
  };
}
