'use client';
/** Actions of a row in the order of the buttons: standard actions, then those of the definition. */
import type { ActionDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { idOf, type Row } from '../../../../lib/contracts/admin/row-types.ts';
import type { CallOptions } from '../../api/create-api.ts';
import { useTexts } from '../../text/use-texts.ts';
import { confirmAction } from '../../ui/dialogs/confirm-action.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { fullNameOf, isOpenTo, titleOf } from '../data/row.ts';
import { allDone, pieceRows } from './batch-limits.ts';
import { type Bulk, isFailed } from './use-bulk.ts';

export interface RowAction {
  readonly key: string;
  readonly label: string;
  readonly isDangerous: boolean;
  readonly isMain?: boolean;
  run(): void;
}

/** Result for the toast, or for the dialog if the response contains a one-time secret. */
export interface DoneAction {
  /** Title of the dialog. */
  readonly title: string;
  readonly answer: unknown;
  /** Names the record. */
  readonly message: string;
  /** The record, if it is a single one that still exists. */
  readonly id?: unknown;
}

export interface ActionParts {
  readonly bulk: Bulk;
  remove(rows: readonly Row[]): Promise<void>;
  notifyDone(done: DoneAction): void;
}

export function useActions({ bulk, remove, notifyDone }: ActionParts) {
  const page = useResourcePage();
  const { resource, slots, selection } = page;
  const { definition, client } = resource;
  const { translate, local } = useTexts();

  const partOf = (action: ActionDef) => slots.actions?.[action.opens ?? action.key];
  /** Actions implemented by a part of the page are offered only if the page has that part. */
  const isOffered = (action: ActionDef) =>
    resource.can(action.verb ?? action.key) && (action.opens === undefined || partOf(action) !== undefined);

  const send = (action: ActionDef, rows: readonly Row[], options?: CallOptions): Promise<unknown> => {
    const ids = rows.map((row) => idOf(definition, row));
    const own = slots.calls?.[action.key];
    if (own) return own(ids, options);
    const body = action.on === 'row' ? { id: ids[0] } : action.on === 'rows' ? { ids } : {};
    return client.act(action.key, body, options);
  };

  const doneText = (action: ActionDef, names: readonly string[]): string =>
    names.length > 0
      ? translate('resource.actionDoneFor', {
          action: local(action.label),
          names: names.join(translate('common.and')),
        })
      : translate('resource.actionDone', { action: local(action.label) });

  const act = async (action: ActionDef, rows: readonly Row[]): Promise<void> => {
    const names = rows.map((row) => titleOf(definition, row));
    if (action.confirm) {
      const isSure = await confirmAction({
        title: local(action.label),
        message: local(action.confirm),
        names: rows.map((row) => fullNameOf(definition, row)),
        ...(action.isDangerous && names.length === 1 ? { typed: names[0] ?? '' } : {}),
      });
      if (!isSure) return;
    }
    const part = partOf(action);
    if (part) return part(rows);
    if (action.on === 'rows' && (rows.length > pieceRows || slots.calls?.[action.key])) {
      const outcomes = await bulk.work({
        rows,
        size: pieceRows,
        title: local(action.label),
        reportTitle: local(action.label),
        lead: '',
        act: (piece) => send(action, piece, { quiet: true }).then(allDone),
      });
      const done = outcomes.filter((outcome) => !isFailed(outcome)).map(({ row }) => row);
      selection.forget(done);
      if (done.length === rows.length)
        notifyDone({ title: local(action.label), answer: null, message: doneText(action, []) });
      return resource.refresh();
    }
    const answer = await send(action, rows);
    slots.onAnswer?.(action.key, answer, rows[0] ?? {});
    const label = local(action.label);
    const title = translate('common.pair', { name: label, value: names.join(translate('common.and')) });
    const [only] = rows;
    notifyDone({
      title: names.length > 0 ? title : label,
      answer,
      message: doneText(action, names),
      ...(only && rows.length === 1 && !action.isDangerous ? { id: idOf(definition, only) } : {}),
    });
    await resource.refresh();
  };
  // Failures have been shown.
  const run = (doing: Promise<void>) => void doing.catch(() => undefined);
  const actions = (definition.actions ?? []).filter(isOffered);

  const actionsOf = (row: Row): readonly RowAction[] => {
    const defaults: (RowAction | false)[] = [
      resource.can('query') && {
        key: 'show',
        label: translate('common.detail'),
        isDangerous: false,
        run: () => page.open({ kind: 'show', id: idOf(definition, row) }),
      },
      resource.can('edit') &&
        isOpenTo(definition, row, 'edit') && {
          key: 'edit',
          label: translate('common.edit'),
          isDangerous: false,
          run: () =>
            slots.onEdit ? slots.onEdit(row) : page.open({ kind: 'edit', id: idOf(definition, row) }),
        },
      resource.can('remove') &&
        isOpenTo(definition, row, 'remove') && {
          key: 'remove',
          label: translate('common.remove'),
          isDangerous: true,
          run: () => run(remove([row])),
        },
    ];
    const own = actions
      .filter(({ on }) => on === 'row')
      .filter(({ when }) => !when || when.in.some((value) => value === row[when.field]))
      .map((action) => ({
        key: action.key,
        label: local(action.label),
        isDangerous: action.isDangerous ?? false,
        isMain: action.isMain ?? false,
        run: () => run(act(action, [row])),
      }));
    return [...defaults.filter((one) => one !== false), ...own];
  };
  return {
    actionsOf,
    /** Actions of the page, beside the add button. */
    pageActions: actions.filter(({ on }) => on === 'page'),
    /** Actions of the selected rows. */
    bulkActions: actions.filter(({ on }) => on === 'rows'),
    run: (action: ActionDef, rows: readonly Row[]) => run(act(action, rows)),
  };
}
