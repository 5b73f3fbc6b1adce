'use client';
import { notifications } from '@mantine/notifications';
import { idOf, type Row } from '../../../../lib/contracts/admin/row-types.ts';
import { bulkTexts } from '../../../../lib/i18n/console/bulk.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { confirmAction } from '../../ui/dialogs/confirm-action.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { fullNameOf, isOpenTo } from '../data/row.ts';
import { offValue, onValue, optionText } from '../dictionary/field-options.ts';
import { allDone, pieceRows } from './batch-limits.ts';
import { setSeveral } from './set-several.ts';
import type { Bulk } from './use-bulk.ts';

/** Names of skipped rows in a text. */
const maxNames = 5;

/** Changes the status of the selected rows. Null if the resource has no status, or the user may not change it. */
export function useBulkStatus(bulk: Bulk) {
  const { resource, selection, slots } = useResourcePage();
  const { definition, client } = resource;
  const { translate, local, locale } = useTexts();
  const translateBulk = useTranslations(bulkTexts);
  const name = definition.statusSwitch;
  const field = name === undefined ? undefined : definition.fields[name];
  if (name === undefined || !field || !resource.can('edit')) return null;
  const values = [onValue(definition, name, field), offValue(definition, name, field)];

  /** Each row succeeds or fails separately. A single row uses the same call as its switch. */
  const send = async (rows: readonly Row[], valueFor: (row: Row) => unknown) => {
    const [only] = rows;
    if (rows.length === 1 && only) {
      await client.changeStatus(only, valueFor(only), { quiet: true });
      return allDone();
    }
    const changes = new Map(rows.map((row) => [row, valueFor(row)]));
    const { refused } = await client.changeStatuses(changes, { quiet: true });
    const messages = new Map(refused.map(({ id, message }) => [id, message]));
    return rows.map((row) => messages.get(idOf(definition, row)) ?? null);
  };

  const namesOf = (some: readonly Row[]): string => {
    const names = some.slice(0, maxNames).map((row) => fullNameOf(definition, row));
    const others = some.length - names.length;
    return [...names, ...(others > 0 ? [translate('resource.andMore', { count: others })] : [])].join(
      translate('common.and'),
    );
  };
  const consequences = async (rows: readonly Row[]): Promise<readonly string[]> => {
    const usual = definition.disabling ? [local(definition.disabling)] : [];
    // The question does not wait for a number that cannot be read.
    return slots.disabling
      ? slots.disabling(rows).then(
          (text) => [text],
          () => usual,
        )
      : usual;
  };

  return {
    choices: values.map((value) => ({ value, word: local(optionText(definition, name, field, value)) })),
    /**
     * Skips rows that already have the value or are protected, and names them. Disabling asks first. Failed rows
     * remain selected.
     */
    async change(rows: readonly Row[], value: unknown): Promise<void> {
      const word = local(optionText(definition, name, field, value));
      const title = translateBulk('bulk.turn', { value: word });
      const protectedRows = rows.filter((row) => !isOpenTo(definition, row, 'status'));
      const settled = rows.filter((row) => !protectedRows.includes(row) && row[name] === value);
      const changed = rows.filter((row) => !protectedRows.includes(row) && !settled.includes(row));
      const skipped = [
        ...(settled.length > 0
          ? [translateBulk('bulk.skippedSame', { names: namesOf(settled), value: word })]
          : []),
        ...(protectedRows.length > 0
          ? [translateBulk('bulk.skippedProtected', { names: namesOf(protectedRows) })]
          : []),
      ];
      if (changed.length === 0) {
        notifications.show({ message: skipped.join('\n'), role: 'status' });
        return;
      }
      const isDisabling = value === values[1];
      const asks = isDisabling || changed.length > pieceRows;
      if (asks) {
        const counts = { count: changed.length, resource: local(definition.title), value: word };
        const message = [
          translateBulk('bulk.turnQuestion', counts),
          ...(isDisabling ? await consequences(changed) : []),
          ...skipped,
        ].join('\n');
        const names = changed.map((row) => fullNameOf(definition, row));
        if (!(await confirmAction({ title, message, names, isDestructive: isDisabling }))) return;
      }
      await setSeveral({
        bulk,
        resource,
        selection,
        locale,
        name,
        value,
        title,
        send,
        rows: changed,
        doneText: (count) =>
          [translateBulk('bulk.turned', { count, value: word }), ...(asks ? [] : skipped)].join('\n'),
      });
    },
  };
}
