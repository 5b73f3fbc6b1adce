'use client';
import { Alert, Button, Radio, Stack, Table, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useState } from 'react';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { FieldDef } from '../../../../lib/contracts/admin/field.ts';
import { commonFields, type Row } from '../../../../lib/contracts/admin/row-types.ts';
import { conflictTexts } from '../../../../lib/i18n/console/conflict.ts';
import { detailTexts } from '../../../../lib/i18n/console/detail.ts';
import { useSession } from '../../session/use-session.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { Referred } from '../detail/changes-table.tsx';
import { useFieldOptions } from '../dictionary/field-options.ts';
import { textOfHtml } from '../table/cell.tsx';
import { moneyText } from '../table/money.ts';
import {
  changedNames,
  type FormField,
  formFields,
  initialValues,
  isSame,
  isSecret,
  type Values,
} from './form-values.ts';

type Side = 'mine' | 'theirs';

export interface ConflictViewProps {
  readonly definition: ResourceDef;
  /** Values when the form was opened. */
  readonly original: Values;
  readonly mine: Values;
  /** The current row. */
  readonly theirs: Row;
  readonly isSaving: boolean;
  /** Values to apply to the current row. */
  onResolve(chosen: Values): void;
  onClose(): void;
}

/** Resolves an edit conflict field by field: original, their and own value. */
export default function ConflictView(props: ConflictViewProps) {
  const { definition, original, mine, theirs, isSaving, onResolve, onClose } = props;
  const { translate } = useTexts();
  const ofDetail = useTranslations(detailTexts);
  const translateConflict = useTranslations(conflictTexts);
  const who = commonFields(theirs).updateBy;
  const isOwn = useSession().user?.userName === who && Boolean(who);
  const now = initialValues(definition, theirs);
  const changedHere = new Set(changedNames(original, mine));
  const fields = formFields(definition, 'update').filter(
    ([name, field]) =>
      ![original, mine, theirs].some((values) => isSecret(field, values)) &&
      (changedHere.has(name) || !isSame(original[name], now[name])),
  );
  // If only one side changed a field, that side is preselected.
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>(() =>
    Object.fromEntries(fields.map(([name]) => [name, changedHere.has(name) ? 'mine' : 'theirs'])),
  );
  const resolve = () =>
    onResolve(
      Object.fromEntries(
        formFields(definition, 'update')
          .map(([name]) => name)
          .filter((name) => (sides[name] ?? (changedHere.has(name) ? 'mine' : 'theirs')) === 'mine')
          .map((name) => [name, mine[name]]),
      ),
    );
  return (
    <PageDialog
      size="xl"
      title={translateConflict('conflict.title')}
      onClose={onClose}
      closeOnClickOutside={false}
    >
      <Stack>
        <Alert color="yellow" icon={<IconGitMerge />}>
          {isOwn
            ? translateConflict('conflict.own')
            : translateConflict('conflict.help', { who: String(who || '—') })}
        </Alert>
        <Table.ScrollContainer minWidth={420}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{ofDetail('detail.field')}</Table.Th>
                <Table.Th>{translateConflict('conflict.original')}</Table.Th>
                <Table.Th>{translateConflict(isOwn ? 'conflict.elsewhere' : 'conflict.theirs')}</Table.Th>
                <Table.Th>{translateConflict('conflict.mine')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {fields.map((field) => (
                <ConflictRow
                  key={field[0]}
                  definition={definition}
                  field={field}
                  original={original}
                  theirs={now}
                  mine={mine}
                  isOwn={isOwn}
                  side={sides[field[0]] ?? 'mine'}
                  onChoose={(side) => setSides((current) => ({ ...current, [field[0]]: side }))}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {translate('common.cancel')}
          </Button>
          <Button loading={isSaving} onClick={resolve}>
            {translateConflict('conflict.save')}
          </Button>
        </DialogButtons>
      </Stack>
    </PageDialog>
  );
}

interface ConflictRowProps {
  readonly definition: ResourceDef;
  readonly field: FormField;
  readonly original: Values;
  readonly theirs: Values;
  readonly mine: Values;
  /** Their value equals the own value. */
  readonly isOwn: boolean;
  readonly side: Side;
  onChoose(side: Side): void;
}

function ConflictRow(props: ConflictRowProps) {
  const { definition, field, original, theirs, mine, isOwn, side, onChoose } = props;
  const { translate, local } = useTexts();
  const translateConflict = useTranslations(conflictTexts);
  const [name, fieldDef] = field;
  const label = local(fieldDef.label);
  const value = (from: Values) => <FormValue definition={definition} field={field} value={from[name]} />;
  const text = { mine: 'conflict.mine', theirs: isOwn ? 'conflict.elsewhere' : 'conflict.theirs' } as const;
  const choice = (which: Side, from: Values) => (
    <Radio
      name={`conflict-${name}`}
      aria-label={translate('common.pair', { name: label, value: translateConflict(text[which]) })}
      label={value(from)}
      checked={side === which}
      onChange={() => onChoose(which)}
    />
  );
  return (
    <Table.Tr>
      <Table.Th scope="row">{label}</Table.Th>
      <Table.Td>{value(original)}</Table.Td>
      <Table.Td>{choice('theirs', theirs)}</Table.Td>
      <Table.Td>{choice('mine', mine)}</Table.Td>
    </Table.Tr>
  );
}

function FormValue({
  definition,
  field: [name, field],
  value,
}: {
  readonly definition: ResourceDef;
  readonly field: readonly [string, FieldDef];
  readonly value: unknown;
}) {
  const { local, locale, translate } = useTexts();
  const options = useFieldOptions(definition, name, field);
  const optionLabel = (one: unknown): string => {
    if (field.kind === 'html') return textOfHtml(String(one ?? ''));
    const option = options.find((known) => known.value === String(one));
    if (option) return local(option.label);
    return typeof one === 'object' && one !== null ? JSON.stringify(one) : String(one ?? '');
  };
  const text =
    field.kind === 'money' && typeof value === 'number'
      ? moneyText(value, locale)
      : Array.isArray(value)
        ? value.map(optionLabel).join(translate('common.and'))
        : optionLabel(value);
  if (field.relation && text) return <Referred field={field} value={value} />;
  return (
    <Text size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
      {text || '—'}
    </Text>
  );
}
