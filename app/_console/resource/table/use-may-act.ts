'use client';
import type { Row } from '../../../../lib/contracts/admin/row-types.ts';
import { useSession } from '../../session/use-session.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { isOpenTo } from '../data/row.ts';
import { useResourceActions } from '../resource-actions.tsx';
import { useResourcePage } from '../resource-page-context.ts';

/** Which columns of controls a list has for this user: none that would be empty. */
export function useMayAct() {
  const { resource, slots } = useResourcePage();
  const { bulkActions, statuses } = useResourceActions();
  const { definition } = resource;
  const { local } = useTexts();
  const { can } = useSession();
  const hasOwn = (definition.actions ?? []).some(
    ({ on, verb, key }) => on === 'row' && resource.can(verb ?? key),
  );
  const isMoreThanRemoval = bulkActions.length > 0 || statuses.length > 0 || resource.can('export');
  return {
    rows:
      resource.can('query') ||
      resource.can('edit') ||
      resource.can('remove') ||
      hasOwn ||
      (slots.rowActions !== undefined && (slots.rowActionsFor?.some(can) ?? true)),
    select: resource.can('remove') || isMoreThanRemoval,
    /** A row that stays can be marked for what is not its removal. */
    mark: (row: Row) => isMoreThanRemoval || isOpenTo(definition, row, 'remove'),
    /** Of a row that nobody removes, marked or not. */
    whyItStays: (row: Row) =>
      definition.stays && !isOpenTo(definition, row, 'remove') ? local(definition.stays.why) : undefined,
    switch: (name: string, row: Row) =>
      name === definition.statusSwitch && resource.can('edit') && isOpenTo(definition, row, 'status'),
  };
}
