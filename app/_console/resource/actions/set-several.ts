'use client';
import type { Row } from '../../../../lib/contracts/admin/row-types.ts';
import { bulkTexts } from '../../../../lib/i18n/console/bulk.ts';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { formatMessage } from '../../../../lib/i18n/format-message.ts';
import type { Locale } from '../../../../lib/i18n/translate.ts';
import { offerUndo } from '../../ui/toasts/undo.tsx';
import type { useResourcePage } from '../context/resource-page-context.ts';
import { afterChange } from '../data/row.ts';
import { pieceRows } from './batch-limits.ts';
import { type Bulk, isFailed } from './use-bulk.ts';

interface SetSeveral extends Pick<ReturnType<typeof useResourcePage>, 'resource' | 'selection'> {
  readonly bulk: Bulk;
  readonly locale: Locale;
  readonly rows: readonly Row[];
  readonly name: string;
  readonly value: unknown;
  readonly title: string;
  /** Changes a part of the rows. Returns the rejection of each, or null. */
  send(rows: readonly Row[], valueFor: (row: Row) => unknown): Promise<readonly (string | null)[]>;
  doneText(count: number): string;
}

/** Sets a field of several rows, reports rejected rows, which remain selected, and offers to undo. */
export async function setSeveral(given: SetSeveral): Promise<void> {
  const { bulk, resource, selection, locale, rows, name, value, title, send, doneText } = given;
  const setAll = (some: readonly Row[], heading: string, valueFor: (row: Row) => unknown) =>
    bulk.work({
      rows: some,
      size: pieceRows,
      title: heading,
      reportTitle: bulkTexts['bulk.report'][locale],
      lead: formatMessage(locale, bulkTexts['bulk.refused'][locale], { count: some.length }),
      act: (piece) => send(piece, valueFor),
    });
  const outcomes = await setAll(rows, title, () => value);
  void resource.refresh();
  const done = outcomes.filter((outcome) => !isFailed(outcome)).map(({ row }) => row);
  const isDone = new Set(done);
  selection.keep(rows.filter((row) => !isDone.has(row)));
  if (done.length === 0) return;
  const undo = async () => {
    await setAll(done.map(afterChange), commonTexts['common.undo'][locale], (row) => row[name]);
    await resource.refresh();
  };
  offerUndo(doneText(done.length), commonTexts['common.undo'][locale], undo, {
    closeLabel: commonTexts['common.close'][locale],
  });
}
