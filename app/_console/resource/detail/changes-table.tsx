'use client';
import { Table, Text } from '@mantine/core';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { FieldDef } from '../../../../lib/contracts/admin/field.ts';
import { detailTexts } from '../../../../lib/i18n/console/detail.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { useRelationTitles } from '../data/relations.ts';
import { useFieldOptions } from '../dictionary/field-options.ts';

export interface Change {
  readonly field: string;
  readonly label: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** Changed fields, labelled as in the definition if known. */
export function ChangesTable({
  definition,
  changes,
}: {
  readonly definition: ResourceDef | undefined;
  readonly changes: readonly Change[];
}) {
  const { local } = useTexts();
  const ofDetail = useTranslations(detailTexts);
  return (
    <Table withTableBorder layout="fixed" fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{ofDetail('detail.field')}</Table.Th>
          <Table.Th scope="col">{ofDetail('detail.before')}</Table.Th>
          <Table.Th scope="col">{ofDetail('detail.after')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ field: name, label, from, to }) => {
          const field = definition?.fields[name];
          return (
            <Table.Tr key={name}>
              <Table.Th scope="row">{field ? local(field.label) : label}</Table.Th>
              {[from, to].map((value, at) => (
                <Table.Td key={at === 0 ? 'from' : 'to'}>
                  {definition && field ? (
                    <KnownValue definition={definition} name={name} field={field} value={value} />
                  ) : (
                    <Words text={asText(value)} />
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

interface KnownValueProps {
  readonly definition: ResourceDef;
  readonly name: string;
  readonly field: FieldDef;
  readonly value: unknown;
}

function KnownValue(props: KnownValueProps) {
  return props.field.relation && !isNothing(props.value) ? <Referred {...props} /> : <Plain {...props} />;
}

function Plain({ definition, name, field, value }: KnownValueProps) {
  const { translate, local } = useTexts();
  const options = useFieldOptions(definition, name, field);
  const optionText = (one: unknown) => {
    const option = options.find((known) => known.value === String(one));
    return option ? local(option.label) : asText(one);
  };
  return (
    <Words
      text={
        Array.isArray(value) && value.length > 0
          ? value.map(optionText).join(translate('common.and'))
          : optionText(value)
      }
    />
  );
}

/** Shows the current name of a referenced row, or its id if it no longer exists; earlier names are not stored. */
export function Referred({ field, value }: Pick<KnownValueProps, 'field' | 'value'>) {
  const { translate } = useTexts();
  const ids = (Array.isArray(value) ? value : [value]).map(String);
  const titleOf = useRelationTitles(field.relation?.resource ?? '', ids, { orElse: (id) => id });
  return <Words text={ids.map(titleOf).join(translate('common.and'))} />;
}

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

function asText(value: unknown): string {
  if (isNothing(value)) return '—';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function Words({ text }: { readonly text: string }) {
  return (
    <Text size="sm" lineClamp={6} style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
}
