'use client';
import { TreeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { idOf, type Row, titleOf } from '../data/row.ts';
import { useResource } from '../data/use-resource.ts';
import { useTexts } from '../parts/use-texts.ts';

interface Node {
  readonly value: string;
  readonly label: string;
  readonly children: Node[];
}

export interface RelationTreeProps {
  readonly resource: string;
  readonly label: string;
  readonly value: readonly string[];
  readonly isMultiple: boolean;
  readonly isDisabled: boolean;
  readonly hasError: boolean;
  /** Offers the root, whose id is 0. */
  readonly withRoot: boolean;
  /** Neither it nor what stands below it. */
  readonly except: string | null;
  onChange(ids: readonly string[]): void;
}

/** Rows of a tree to choose from. */
export default function RelationTree(props: RelationTreeProps) {
  const { resource: key, value, isMultiple, withRoot, except, onChange } = props;
  const { say } = useTexts();
  const resource = useResource(key);
  const { data } = useQuery({
    queryKey: [key, 'tree'],
    queryFn: ({ signal }) => resource?.client.page({}, { signal, quiet: true }),
    enabled: resource !== undefined,
  });
  const nodes = useMemo(() => {
    const below = resource && data ? treeOf(resource.definition, data.records, except) : [];
    return withRoot ? [{ value: '0', label: say('resource.root'), children: below }] : below;
  }, [resource, data, except, withRoot, say]);
  const shared = {
    'aria-label': props.label,
    data: nodes,
    disabled: props.isDisabled,
    error: props.hasError,
    searchable: true,
    // A form that points at what it refuses would cover its own words.
    openOnFocus: false,
    clearable: true,
    defaultExpandAll: true,
    nothingFoundMessage: say('resource.nothingFound'),
  };
  // What is expanded at first is decided when it appears: not before there is something to expand.
  const ready = data === undefined ? 'waiting' : 'ready';
  return isMultiple ? (
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
  );
}

function treeOf(definition: Parameters<typeof idOf>[0], rows: readonly Row[], except: string | null): Node[] {
  const parentField = definition.tree?.parentField ?? '';
  const known = new Set(rows.map((row) => String(idOf(definition, row))));
  const below = (parent: string | null): Node[] =>
    rows
      .filter((row) => {
        const id = String(idOf(definition, row));
        const above = String(row[parentField] ?? '');
        return id !== except && (parent === null ? !known.has(above) : above === parent && id !== parent);
      })
      .map((row) => {
        const id = String(idOf(definition, row));
        return { value: id, label: titleOf(definition, row), children: below(id) };
      });
  return below(null);
}
