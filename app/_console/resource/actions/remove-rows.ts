import { notifications } from '@mantine/notifications';
import type { QueryClient } from '@tanstack/react-query';
import { idOf, type Row } from '../../../../lib/contracts/admin/row-types.ts';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { removalTexts } from '../../../../lib/i18n/console/removal.ts';
import { formatMessage, type MessageParams } from '../../../../lib/i18n/format-message.ts';
import type { Locale, LocalText } from '../../../../lib/i18n/translate.ts';
import { confirmAction } from '../../ui/dialogs/confirm-action.ts';
import { offerUndo } from '../../ui/toasts/undo.tsx';
import type { useResourcePage } from '../context/resource-page-context.ts';
import { showRemoved } from '../data/optimistic.ts';
import { fullNameOf, isOpenTo, titleOf } from '../data/row.ts';
import { allDone, pieceRows } from './batch-limits.ts';
import { type Bulk, isFailed } from './use-bulk.ts';

export interface Removal
  extends Pick<ReturnType<typeof useResourcePage>, 'resource' | 'selection' | 'slots'> {
  readonly bulk: Bulk;
  readonly queries: QueryClient;
  readonly locale: Locale;
}

/**
 * Deletes rows. A single row is deleted immediately with an undo if the server supports restoring; otherwise, and for
 * several rows, after a confirmation. Calls are sent at once, so that closing the page loses nothing.
 */
export async function removeRows(removal: Removal, given: readonly Row[]): Promise<void> {
  const { resource, selection, slots, bulk, queries, locale } = removal;
  const { definition, client } = resource;
  const local = (text: LocalText) => text[locale];
  const translate = (key: keyof typeof removalTexts, params?: MessageParams) =>
    formatMessage(locale, removalTexts[key][locale], params);
  const idsOf = (rows: readonly Row[]) => rows.map((row) => idOf(definition, row));

  /** `protectedCount`: number of selected rows that are protected. */
  const isSure = async (rows: readonly Row[], protectedCount: number): Promise<boolean> => {
    if (rows.length === 1 && protectedCount === 0 && definition.restorable) return true;
    const ended = slots.removing?.(rows);
    const counts = { count: rows.length, resource: local(definition.title) };
    const key = definition.restorable ? 'removal.questionRestorable' : 'removal.question';
    return confirmAction({
      title: commonTexts['common.remove'][locale],
      message:
        translate(key, counts) +
        (protectedCount > 0 ? translate('removal.keptOut', { count: protectedCount }) : '') +
        (ended ? ` ${ended}` : ''),
      names: rows.map((row) => fullNameOf(definition, row)),
      ...(rows.length > 1 && !definition.restorable ? { typed: String(rows.length) } : {}),
    });
  };

  const restoreRows = (rows: readonly Row[]): Promise<unknown> => {
    const act = (piece: readonly Row[]) =>
      client.restore(idsOf(piece), { quiet: rows.length > pieceRows }).then(allDone);
    if (rows.length <= pieceRows) return act(rows);
    const title = commonTexts['common.undo'][locale];
    return bulk.work({ rows, size: pieceRows, title, reportTitle: title, lead: '', act });
  };
  const offerBack = (rows: readonly Row[]) =>
    offerUndo(
      rows.length === 1
        ? translate('removal.doneOne', { title: titleOf(definition, rows[0]!) })
        : translate('removal.done', { count: rows.length }),
      commonTexts['common.undo'][locale],
      async () => {
        await restoreRows(rows).finally(() => void resource.refresh());
      },
    );

  /** More rows than one call accepts: deleted in batches; failed rows remain selected. */
  const removeMany = async (rows: readonly Row[]) => {
    const outcomes = await bulk.work({
      rows,
      size: pieceRows,
      title: translate('removal.selected'),
      reportTitle: translate('removal.report'),
      lead: '',
      act: (piece) => client.remove(idsOf(piece), { quiet: true }).then(allDone),
    });
    const gone = outcomes.filter((outcome) => !isFailed(outcome)).map(({ row }) => row);
    const isGone = new Set(gone);
    selection.keep(rows.filter((row) => !isGone.has(row)));
    void resource.refresh();
    if (gone.length === 0) return;
    if (definition.restorable) offerBack(gone);
    else
      notifications.show({
        message: translate('removal.done', { count: gone.length }),
        role: 'status',
      });
  };

  /** All or none: one protected row makes the call fail. Offers to delete the rows one by one. */
  const offerOneByOne = (rows: readonly Row[], why: string) => {
    const title = translate('removal.report');
    const lead = `${why}\n${translate('removal.refused', { count: rows.length })}`;
    const act = async () => {
      const outcomes = await bulk.work({
        rows,
        size: 1,
        title,
        reportTitle: title,
        lead,
        isShown: true,
        act: (piece) => client.remove(idsOf(piece), { quiet: true }).then(allDone),
      });
      selection.forget(outcomes.filter((outcome) => !isFailed(outcome)).map(({ row }) => row));
      await resource.refresh();
    };
    bulk.offer(title, lead, rows.length, { words: translate('removal.oneByOne'), act: () => void act() });
  };

  const removeBatch = async (rows: readonly Row[]) => {
    const takeBack = definition.restorable
      ? showRemoved(queries, definition, new Set(idsOf(rows)))
      : () => undefined;
    try {
      // Of several rows, the dialog says why.
      await client.remove(idsOf(rows), { quiet: rows.length > 1 });
    } catch (error) {
      takeBack();
      if (rows.length > 1) offerOneByOne(rows, error instanceof Error ? error.message : String(error));
      throw error;
    } finally {
      void resource.refresh();
    }
    selection.forget(rows);
    if (definition.restorable) offerBack(rows);
  };

  const rows = given.filter((row) => isOpenTo(definition, row, 'remove'));
  const protectedCount = given.length - rows.length;
  if (rows.length === 0) {
    if (protectedCount > 0 && definition.stays)
      notifications.show({ color: 'yellow', message: local(definition.stays.why) });
    return;
  }
  if (!(await isSure(rows, protectedCount))) return;
  await (rows.length > pieceRows ? removeMany(rows) : removeBatch(rows));
}
