'use client';
import { Button, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { bulkFields } from '../../../../lib/contracts/admin/bulk-fields.ts';
import { idOf, type Row } from '../../../../lib/contracts/admin/row-types.ts';
import { bulkTexts } from '../../../../lib/i18n/console/bulk.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { useResourceActions } from '../actions/resource-actions.tsx';
import { setSeveral } from '../actions/set-several.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { fullNameOf, isOpenTo } from '../data/row.ts';
import { checkBody } from '../form/check-values.ts';
import { FieldInput } from '../form/field-input.tsx';
import { type FormField, initialValues, isSame, toWire } from '../form/form-values.ts';

/** Names of rows in a text. */
const maxNames = 5;

/** Sets one field of the selected rows, after a preview. Each row succeeds or fails separately. */
export default function BulkEdit({
  rows,
  onClose,
}: {
  readonly rows: readonly Row[];
  readonly onClose: () => void;
}) {
  const { resource, fixed, slots } = useResourcePage();
  const { definition } = resource;
  const translate = useTranslations(bulkTexts);
  const { translate: translateCommon, local } = useTexts();
  const [chosen, setChosen] = useState<FormField | null>(null);
  const fields = bulkFields(definition).filter(
    ([name]) => !Object.hasOwn(fixed, name) && !slots.inputs?.[name],
  );
  return (
    <PageDialog
      title={translate('bulk.title', { resource: local(definition.title) })}
      onClose={onClose}
      closeOnClickOutside={false}
    >
      <Stack>
        <Select
          label={translate('bulk.field')}
          data-autofocus
          data={fields.map(([name, field]) => ({ value: name, label: local(field.label) }))}
          value={chosen?.[0] ?? null}
          allowDeselect={false}
          onChange={(name) => setChosen(fields.find(([each]) => each === name) ?? null)}
        />
        {chosen ? (
          <ValueOfRows key={chosen[0]} field={chosen} rows={rows} onClose={onClose} />
        ) : (
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {translateCommon('common.cancel')}
            </Button>
          </DialogButtons>
        )}
      </Stack>
    </PageDialog>
  );
}

/** Several values have no order. */
const isSameValue = (one: unknown, other: unknown) =>
  Array.isArray(one) && Array.isArray(other)
    ? isSame([...one].sort(), [...other].sort())
    : isSame(one, other);

interface ValueOfRowsProps {
  readonly field: FormField;
  readonly rows: readonly Row[];
  onClose(): void;
}

function ValueOfRows({ field: [name, field], rows, onClose }: ValueOfRowsProps) {
  const { definition } = useResourcePage().resource;
  const translate = useTranslations(bulkTexts);
  const { translate: translateCommon, local, locale } = useTexts();
  const setField = useSetField(name);
  const [value, setValue] = useState(() => initialValues(definition, null)[name]);
  const [error, setError] = useState<string>();
  const wire = toWire(field, value);
  const protectedRows = rows.filter((row) => !isOpenTo(definition, row, 'edit'));
  const settled = rows.filter((row) => !protectedRows.includes(row) && isSameValue(row[name] ?? null, wire));
  const changed = rows.filter((row) => !protectedRows.includes(row) && !settled.includes(row));
  const namesOf = (some: readonly Row[]): string => {
    const names = some.slice(0, maxNames).map((row) => fullNameOf(definition, row));
    const others = some.length - names.length;
    if (others > 0) names.push(translateCommon('resource.andMore', { count: others }));
    return names.join(translateCommon('common.and'));
  };
  const lines = [
    ...(field.relation?.multiple ? [translate('bulk.replaces', { field: local(field.label) })] : []),
    changed.length > 0
      ? translate('bulk.count', { count: changed.length, names: namesOf(changed) })
      : translate('bulk.none'),
    ...(settled.length > 0 ? [translate('bulk.same', { names: namesOf(settled) })] : []),
    ...(protectedRows.length > 0 ? [translate('bulk.protected', { names: namesOf(protectedRows) })] : []),
  ];
  const submit = () => {
    const message = checkBody(definition, 'update', { [name]: wire }, locale)[name];
    if (message !== undefined) return setError(message);
    onClose();
    void setField(changed, wire);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <FieldInput
          definition={definition}
          name={name}
          field={field}
          value={value}
          error={error}
          isDisabled={false}
          id={null}
          values={{}}
          onChange={(next) => {
            setValue(next);
            setError(undefined);
          }}
        />
        <Text size="sm" role="status" style={{ whiteSpace: 'pre-line' }}>
          {lines.join('\n')}
        </Text>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {translateCommon('common.cancel')}
          </Button>
          <Button type="submit" disabled={changed.length === 0}>
            {translate('bulk.change', { count: changed.length })}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** Sends the change, reports rejected rows, which remain selected, and offers to undo. */
function useSetField(name: string) {
  const { resource, selection } = useResourcePage();
  const { definition, client } = resource;
  const { bulk } = useResourceActions();
  const translate = useTranslations(bulkTexts);
  const { local, locale } = useTexts();

  const send = async (rows: readonly Row[], valueFor: (row: Row) => unknown) => {
    const changes = new Map(rows.map((row) => [row, valueFor(row)]));
    const { refused } = await client.updateBatch(name, changes, { quiet: true });
    const messages = new Map(refused.map(({ id, message }) => [id, message]));
    return rows.map((row) => messages.get(idOf(definition, row)) ?? null);
  };

  return (rows: readonly Row[], value: unknown): Promise<void> => {
    const field = definition.fields[name];
    return setSeveral({
      bulk,
      resource,
      selection,
      locale,
      name,
      value,
      send,
      rows,
      title: translate('bulk.title', { resource: local(definition.title) }),
      doneText: (count) => translate('bulk.changed', { count, field: field ? local(field.label) : name }),
    });
  };
}
