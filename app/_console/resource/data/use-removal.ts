'use client';
import { useQueryClient } from '@tanstack/react-query';
import { offerUndo } from '../parts/undo.tsx';
import type { Question } from '../parts/use-confirm.tsx';
import { useTexts } from '../parts/use-texts.ts';
import { useResourceRoom } from '../room-context.ts';
import { showRemoved } from './optimistic.ts';
import { idOf, type Row, titleOf } from './row.ts';

/**
 * Removes rows: one at once and with an undo where the server brings rows back, after a question elsewhere and where
 * there are several. Whatever is sent is sent at once, so that closing the page loses nothing.
 */
export function useRemoval(
  ask: (question: Question) => Promise<boolean>,
): (rows: readonly Row[]) => Promise<void> {
  const { resource, selection } = useResourceRoom();
  const { definition, client } = resource;
  const queries = useQueryClient();
  const { say, local } = useTexts();

  return async (rows) => {
    const ids = rows.map((row) => idOf(definition, row));
    const names = rows.map((row) => titleOf(definition, row));
    const resourceName = local(definition.title);
    if (!definition.restorable) {
      const isSure = await ask({
        title: say('common.remove'),
        message: say('resource.removeQuestion', { count: rows.length, resource: resourceName }),
        names,
        ...(rows.length > 1 ? { typed: String(rows.length) } : {}),
      });
      if (!isSure) return;
      await client.remove(ids);
      selection.toggle(rows, false);
      await resource.refresh();
      return;
    }
    if (rows.length > 1) {
      const message = say('resource.removeSeveral', { count: rows.length, resource: resourceName });
      if (!(await ask({ title: say('common.remove'), message, names }))) return;
    }
    const takeBack = showRemoved(queries, definition, new Set(ids));
    try {
      await client.remove(ids);
      selection.toggle(rows, false);
    } catch (error) {
      takeBack();
      throw error;
    } finally {
      void resource.refresh();
    }
    offerUndo(
      rows.length === 1
        ? say('resource.removedOne', { title: names[0] ?? '' })
        : say('resource.removedMany', { count: rows.length }),
      say('common.undo'),
      async () => {
        await client.restore(ids).finally(() => void resource.refresh());
      },
    );
  };
}
