'use client';
import { Button, Checkbox, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { idOf } from '../../../../lib/contracts/admin/row-types.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { shownFields } from '../data/columns.ts';
import { rowNameOf, titleOf } from '../data/row.ts';
import { useSortParts } from '../sort/sort-context.ts';
import { cardIndentPx, type Line } from '../tree/tree-rows.ts';
import type { Lines } from '../tree/use-lines.ts';
import { Cell, isNothing } from './cell.tsx';
import { FoldLine } from './fold-line.tsx';
import { ListMessage } from './list-message.tsx';
import styles from './resource-cards.module.css';
import { RowActions } from './row-actions.tsx';
import { useMayAct } from './use-may-act.ts';

const skeletonCards = 3;

/** Rows as cards, with the values, actions and order of the table. */
export function ResourceCards({ lines }: { readonly lines: Lines }) {
  const { resource, rows } = useResourcePage();
  const { definition } = resource;
  const { local } = useTexts();
  if (rows.isLoading)
    return Array.from({ length: skeletonCards }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing but their place
      <Skeleton key={index} height={140} mb="sm" />
    ));
  if (rows.error || lines.lines.length === 0) return <ListMessage />;
  return (
    <ul className={styles.cards} aria-label={local(definition.title)} aria-busy={rows.isFetching}>
      {lines.lines.map((line) => (
        <Card key={String(idOf(definition, line.row))} line={line} lines={lines} />
      ))}
    </ul>
  );
}

/** Fields of a collapsed card. */
const shortCard = 4;

function Card({ line, lines }: { readonly line: Line; readonly lines: Lines }) {
  const { resource, selection, columns, slots } = useResourcePage();
  const { definition } = resource;
  const { translate, local } = useTexts();
  const mayAct = useMayAct();
  const sort = useSortParts();
  const { row } = line;
  const title = titleOf(definition, row);
  const [isExpanded, setExpanded] = useState(false);
  const names = shownFields(columns.layout).filter((name) => name !== definition.titleField);
  const full = names.filter(
    (name) => !isNothing(row[name]) || definition.fields[name]?.list?.empty || slots.columns?.[name],
  );
  const shown = isExpanded || names.length <= shortCard ? names : full.slice(0, shortCard);
  const hidden = names.length - shown.length;
  return (
    <li className={styles.card} style={{ marginLeft: (line.level - 1) * cardIndentPx }}>
      <div className={styles.head}>
        {mayAct.select && (
          <Checkbox
            aria-label={translate('resource.selectRow', { title: rowNameOf(definition, row) })}
            checked={selection.has(idOf(definition, row))}
            disabled={!mayAct.mark(row)}
            title={mayAct.whyItStays(row)}
            onChange={(event) => selection.toggle([row], event.currentTarget.checked)}
          />
        )}
        {sort && <sort.Handle row={row} />}
        {line.hasChildren && <FoldLine line={line} lines={lines} />}
        <strong>{slots.columns?.[definition.titleField]?.(row) ?? title}</strong>
      </div>
      <dl className={styles.fields}>
        {shown.map((name) => (
          <div key={name} className={styles.field}>
            <dt>{local(definition.fields[name]?.label ?? { 'zh-CN': name, 'en-US': name })}</dt>
            <dd>
              {slots.columns?.[name]?.(row) ?? (
                <Cell definition={definition} name={name} row={row} canSwitch={mayAct.switch(name, row)} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {(hidden > 0 || isExpanded) && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          mb={4}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded
            ? translate('resource.lessFields')
            : translate('resource.moreFields', { count: hidden })}
        </Button>
      )}
      {mayAct.rows && <RowActions row={row} />}
    </li>
  );
}
