'use client';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { CellKind, FieldDef } from '../../../../lib/contracts/admin/field.ts';
import { commonFields, type Row } from '../../../../lib/contracts/admin/row-types.ts';
import { durationText } from '../../../../lib/i18n/duration-text.ts';
import type { Locale } from '../../../../lib/i18n/translate.ts';
import { useTexts } from '../../text/use-texts.ts';
import { NamedIcon } from '../../ui/icons/named-icon.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { useFieldOptions } from '../dictionary/field-options.ts';
import { ValueTag } from '../dictionary/option-tag.tsx';
import styles from './cell.module.css';
import { moneyText } from './money.ts';
import { StatusSwitch } from './status-switch.tsx';

export interface CellProps {
  readonly definition: ResourceDef;
  readonly name: string;
  readonly row: Row;
  /** An editable switch; otherwise a tag. */
  readonly canSwitch?: boolean;
  /** Not truncated. */
  readonly isFullText?: boolean;
}

const nothing = <span aria-hidden>—</span>;
export const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

function cellKind(field: FieldDef): CellKind {
  if (field.list?.cell) return field.list.cell;
  if (field.kind === 'enum' || field.kind === 'dict' || field.kind === 'flag' || field.kind === 'boolean')
    return 'tag';
  if (field.kind === 'time' || field.kind === 'image' || field.kind === 'icon') return field.kind;
  if (field.kind === 'strings') return 'list';
  if (field.kind === 'json') return 'code';
  return 'text';
}

export function Cell(props: CellProps) {
  const field = props.definition.fields[props.name];
  if (!field) return null;
  const value = props.row[props.name];
  const content = <CellValue {...props} field={field} value={value} />;
  if (!field.list?.copy || isNothing(value)) return content;
  return (
    <span className={styles.copied}>
      <span className={styles.cut} data-cut>
        {content}
      </span>
      <CopyValue text={String(value)} label={props.name} field={field} />
    </span>
  );
}

function CellValue({ field, value, ...props }: CellProps & { field: FieldDef; value: unknown }): ReactNode {
  const { locale, translate } = useTexts();
  const kind = cellKind(field);
  const listText = (list: unknown) =>
    Array.isArray(list) ? list.map(String).join(translate('common.and')) : String(list);
  if (kind === 'switch' && props.canSwitch) return <StatusSwitch row={props.row} name={props.name} />;
  if (kind === 'tag' || kind === 'switch' || kind === 'online')
    return <TagCell definition={props.definition} name={props.name} field={field} value={value} />;
  if (isNothing(value)) return field.list?.empty?.[locale] ?? nothing;
  if (field.kind === 'relation') return labelOf(props.row, props.name) ?? listText(value);
  if (field.kind === 'money') return <span className={styles.number}>{moneyText(value, locale)}</span>;
  if (kind === 'duration') return durationText(locale, Number(value));
  if (kind === 'time') return <time className={styles.number}>{String(value)}</time>;
  // biome-ignore lint/performance/noImgElement: an address of ours, at the size of a cell
  if (kind === 'image') return <img className={styles.image} src={String(value)} alt="" loading="lazy" />;
  if (kind === 'icon') return <NamedIcon name={String(value)} />;
  if (kind === 'list') return listText(labelsOf(field, value, locale));
  if (kind === 'code')
    return <code className={styles.code}>{typeof value === 'string' ? value : JSON.stringify(value)}</code>;
  if (kind === 'link' && /^https?:\/\//.test(String(value)))
    return (
      <a href={String(value)} target="_blank" rel="noreferrer">
        {String(value)}
      </a>
    );
  if (field.kind === 'html') return textOfHtml(String(value));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Labels of enumerated values. */
function labelsOf({ options }: FieldDef, value: unknown, locale: Locale): unknown {
  if (!options || !Array.isArray(value)) return value;
  return value.map((one) => options.find((option) => option.value === one)?.label[locale] ?? one);
}

/** Plain text of HTML, without inserting it into the document. */
export function textOfHtml(html: string): string {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  // Not `parsed.body`, which an element with that name can shadow.
  const body: HTMLElement = Reflect.get(Document.prototype, 'body', parsed);
  return body.textContent.trim();
}

function TagCell({
  definition,
  name,
  field,
  value,
}: {
  readonly definition: ResourceDef;
  readonly name: string;
  readonly field: FieldDef;
  readonly value: unknown;
}) {
  const options = useFieldOptions(definition, name, field);
  if (Array.isArray(value))
    return (
      <span className={styles.tags}>
        {value.map((one) => (
          <ValueTag key={String(one)} value={one} options={options} />
        ))}
      </span>
    );
  return <ValueTag value={value} options={options} />;
}

/** Labels of referenced rows, sent with the ids. */
function labelOf(row: Row, name: string): string | undefined {
  return commonFields(row).labels?.[name];
}

function CopyValue({
  text,
  label,
  field,
}: {
  readonly text: string;
  readonly label: string;
  readonly field: FieldDef;
}) {
  const { translate, local } = useTexts();
  const { isCopied, copy } = useCopy();
  const copyLabel = translate(isCopied ? 'common.copied' : 'common.copy');
  return (
    <Tooltip label={copyLabel}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        data-copy
        onClick={({ currentTarget }) => void copy(text, currentTarget.previousElementSibling)}
        aria-label={`${copyLabel}${translate('resource.space')}${local(field.label) || label}`}
      >
        {isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </ActionIcon>
    </Tooltip>
  );
}
