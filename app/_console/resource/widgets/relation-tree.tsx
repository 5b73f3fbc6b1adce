'use client';
import { TreeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { type Titles, useRelationOptions, useRelationTitles } from '../data/relations.ts';
import type { Option } from '../data/resource-client.ts';
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
  /** Of values that a row came with. */
  readonly titles: Titles;
  /** Neither it nor what stands below it. */
  readonly except: string | null;
  onChange(ids: readonly string[]): void;
}

const none: readonly string[] = [];

/** Rows of a tree to choose from. */
export default function RelationTree(props: RelationTreeProps) {
  const { resource, value, isMultiple, withRoot, except, onChange, titles } = props;
  const { say } = useTexts();
  const { options, isFetched, nothing } = useRelationOptions(resource, '');
  const offered = new Set(options.map(({ id }) => String(id)));
  const beside = value.filter((id) => !offered.has(id) && !(withRoot && id === '0'));
  const titleOf = useRelationTitles(resource, isFetched ? beside : none, { known: titles });
  const nodes = useMemo(() => {
    const below = treeOf(options, except);
    return withRoot ? [{ value: '0', label: say('resource.root'), children: below }] : below;
  }, [options, except, withRoot, say]);
  // A value that is not offered is shown by what it is called.
  const others = beside.map((id) => ({ value: id, label: titleOf(id), children: [] }));
  const shared = {
    'aria-label': props.label,
    data: [...others, ...nodes],
    disabled: props.isDisabled,
    error: props.hasError,
    searchable: true,
    // A form that points at what it refuses would cover its own words.
    openOnFocus: false,
    clearable: true,
    defaultExpandAll: true,
    nothingFoundMessage: nothing,
  };
  // What is expanded at first is decided when it appears: not before there is something to expand.
  const ready = isFetched ? 'ready' : 'waiting';
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

function treeOf(options: readonly Option[], except: string | null): Node[] {
  const known = new Set(options.map(({ id }) => String(id)));
  const below = (parent: string | null): Node[] =>
    options
      .filter((option) => {
        const id = String(option.id);
        const above = String(option.parentId ?? '');
        return id !== except && (parent === null ? !known.has(above) : above === parent && id !== parent);
      })
      .map(({ id, title }) => ({ value: String(id), label: title, children: below(String(id)) }));
  return below(null);
}
