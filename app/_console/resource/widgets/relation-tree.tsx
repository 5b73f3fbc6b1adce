'use client';
import { Input, TreeSelect } from '@mantine/core';
import { useMemo } from 'react';
import type { TreeDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { RowOption } from '../../../../lib/contracts/admin/row-types.ts';
import { editingTexts } from '../../../../lib/i18n/console/editing.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { type Titles, useRelationOptions, useRelationTitles } from '../data/relations.ts';
import { type Placed, type PlacedRow, placesFor, rootId } from '../data/tree-places.ts';
import { useIsRootClosed } from '../data/use-root.ts';

interface Node {
  readonly value: string;
  readonly label: string;
  readonly nodeProps: { readonly disabled: boolean };
  readonly children: Node[];
}

export interface RelationTreeProps {
  readonly resource: string;
  readonly label: string;
  readonly value: readonly string[];
  readonly isMultiple: boolean;
  readonly isDisabled: boolean;
  readonly hasError: boolean;
  /** Titles that came with the row. */
  readonly titles: Titles;
  /** The row whose parent is selected: only allowed parents are offered. Null: another relation. */
  readonly place: { readonly tree: TreeDef; readonly row: Placed } | null;
  onChange(ids: readonly string[]): void;
}

const none: readonly string[] = [];

/** Select for rows of a tree. */
export default function RelationTree(props: RelationTreeProps) {
  const { resource, value, isMultiple, place, onChange, titles } = props;
  const { translate } = useTexts();
  const ofEditing = useTranslations(editingTexts);
  const { options, isFetched, nothing } = useRelationOptions(resource, '', place === null);
  const isRootClosed = useIsRootClosed(place?.tree);
  const allowed = useMemo(
    () => place && placesFor({ ...place.tree, isRootClosed }, options.map(placedOf), place.row),
    [options, place, isRootClosed],
  );
  const nodes = useMemo(() => {
    const below = treeOf(options, allowed);
    return allowed?.has(rootId) ? [node(rootId, translate('resource.root'), false, below)] : below;
  }, [options, allowed, translate]);
  const offered = new Set(idsOf(nodes));
  const known = new Map(options.map(({ id, title }) => [String(id), title]));
  const beside = value.filter((id) => !known.has(id) && id !== rootId);
  const titleOf = useRelationTitles(resource, isFetched ? beside : none, { known: titles });
  const isMisplaced = isFetched && allowed !== null && value.some((id) => !allowed.has(id));
  // Shows the title of a value that is not offered.
  const others = value
    .filter((id) => !offered.has(id))
    .map((id) =>
      node(id, id === rootId ? translate('resource.root') : (known.get(id) ?? titleOf(id)), isMisplaced, []),
    );
  const shared = {
    'aria-label': props.label,
    data: [...others, ...nodes],
    disabled: props.isDisabled,
    error: props.hasError || isMisplaced,
    searchable: true,
    // Opening on focus would cover the error message of the field.
    openOnFocus: false,
    clearable: true,
    defaultExpandAll: true,
    nothingFoundMessage: nothing,
  };
  // The initial expansion is computed on mount, so mount after the data has arrived.
  const ready = `${isFetched} ${place?.row.kind}`;
  return (
    <>
      {isMultiple ? (
        <TreeSelect
          key={ready}
          {...shared}
          mode="checkbox"
          checkStrictly
          value={[...value]}
          onChange={(ids) => onChange(ids)}
        />
      ) : (
        <TreeSelect
          key={ready}
          {...shared}
          mode="single"
          value={value[0] ?? null}
          onChange={(id) => onChange(id === null ? [] : [id])}
        />
      )}
      {isMisplaced && !props.hasError && (
        <Input.Error role="alert" mt={5}>
          {ofEditing('editing.misplaced')}
        </Input.Error>
      )}
    </>
  );
}

const node = (value: string, label: string, isDisabled: boolean, children: Node[]): Node => ({
  value,
  label,
  nodeProps: { disabled: isDisabled },
  children,
});

const idsOf = (nodes: readonly Node[]): string[] =>
  nodes.flatMap(({ value, children }) => [value, ...idsOf(children)]);

const placedOf = ({ id, parentId, kind }: RowOption): PlacedRow => ({
  id: String(id),
  parentId: String(parentId ?? rootId),
  kind: kind ?? null,
});

/** With `allowed`, only those rows and their ancestors, which cannot be selected. */
function treeOf(options: readonly RowOption[], allowed: ReadonlySet<string> | null): Node[] {
  const rows = options.map((option) => ({ ...placedOf(option), title: option.title }));
  const known = new Set(rows.map(({ id }) => id));
  const children = new Map<string, (typeof rows)[number][]>();
  for (const row of rows) {
    const parent = known.has(row.parentId) && row.parentId !== row.id ? row.parentId : rootId;
    const beside = children.get(parent);
    if (beside) beside.push(row);
    else children.set(parent, [row]);
  }
  const below = (parent: string): Node[] =>
    (children.get(parent) ?? [])
      .map(({ id, title }) => node(id, title, allowed?.has(id) === false, below(id)))
      .filter((one) => !one.nodeProps.disabled || one.children.length > 0);
  return below(rootId);
}
