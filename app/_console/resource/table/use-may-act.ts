'use client';
import type { Row } from '../../../../lib/contracts/admin/row-types.ts';
import { useSession } from '../../session/use-session.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { useResourceActions } from '../actions/resource-actions.tsx';
import { useResourcePage } from '../context/resource-page-context.ts';
import { isOpenTo } from '../data/row.ts';

/** Control columns with content for this user. */
export function useMayAct() {
  const { resource, slots } = useResourcePage();
  const { bulkActions } = useResourceActions();
  const { definition } = resource;
  const { local } = useTexts();
  const { can } = useSession();
  const hasOwn = (definition.actions ?? []).some(
    ({ on, verb, key }) => on === 'row' && resource.can(verb ?? key),
  );
  const isMoreThanRemoval =
    bulkActions.length > 0 ||
    (resource.definition.statusSwitch !== undefined && resource.can('edit')) ||
    resource.can('export');
  return {
    rows:
      resource.can('query') ||
      resource.can('edit') ||
      resource.can('remove') ||
      hasOwn ||
      (slots.rowActions !== undefined && (slots.rowActionsFor?.some(can) ?? true)),
    select: resource.can('remove') || isMoreThanRemoval,
    /** Protected rows can be selected if there are actions besides deletion. */
    mark: (row: Row) => isMoreThanRemoval || isOpenTo(definition, row, 'remove'),
    /** Why a row cannot be deleted, selected or not. */
    whyItStays: (row: Row) =>
      definition.stays && !isOpenTo(definition, row, 'remove') ? local(definition.stays.why) : undefined,
    switch: (name: string, row: Row) =>
      name === definition.statusSwitch && resource.can('edit') && isOpenTo(definition, row, 'status'),
  };
}
