'use client';
import { Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { idOf, type Row } from '../../../../lib/contracts/admin/row-types.ts';
import { usePage } from '../../shell/page/page-context.ts';
import { recordLink } from '../../shell/page/record-link.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { offerUndo } from '../../ui/toasts/undo.tsx';
import { useResourcePage } from '../context/resource-page-context.ts';
import { showChanged } from '../data/optimistic.ts';
import { afterChange, titleOf } from '../data/row.ts';
import { offValue, onValue, optionText } from '../dictionary/field-options.ts';

/** Optimistic switch with undo; rolled back if the server rejects it. */
export function StatusSwitch({ row, name }: { readonly row: Row; readonly name: string }) {
  const { resource } = useResourcePage();
  const page = usePage();
  const { definition, client } = resource;
  const queries = useQueryClient();
  const { translate, local } = useTexts();
  const field = definition.fields[name];
  if (!field) return null;
  const on = onValue(definition, name, field);
  const off = offValue(definition, name, field);
  const optionLabel = (value: unknown) => local(optionText(definition, name, field, value));

  const changeStatus = async (read: Row, from: unknown, to: unknown): Promise<void> => {
    const next = { ...afterChange(read), [name]: to };
    // With its version: the switch can be used again before the list is read.
    const takeBack = showChanged(queries, definition, next);
    try {
      await client.changeStatus(read, to);
    } catch (error) {
      takeBack();
      throw error;
    } finally {
      void resource.refresh();
    }
    const title = titleOf(definition, row);
    if (from === row[name])
      offerUndo(
        recordLink(
          page,
          idOf(definition, row),
          translate('resource.statusChanged', { title, value: optionLabel(to) }),
        ),
        translate('common.undo'),
        () => changeStatus(next, to, from),
      );
  };

  const isOn = row[name] === on;
  return (
    <Switch
      size="sm"
      checked={isOn}
      aria-label={translate('resource.switchLabel', {
        title: titleOf(definition, row),
        field: local(field.label),
      })}
      label={optionLabel(row[name])}
      // The error has been shown.
      onChange={() => void changeStatus(row, row[name], isOn ? off : on).catch(() => undefined)}
    />
  );
}
