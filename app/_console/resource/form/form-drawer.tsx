'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { editingTexts } from '../../../../lib/i18n/console/editing.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { confirmAction } from '../../ui/dialogs/confirm-action.ts';
import { PageDrawer } from '../../ui/dialogs/page-dialog.tsx';
import { useResourceActions } from '../actions/resource-actions.tsx';
import { useResourcePage } from '../context/resource-page-context.ts';
import { idFromText, inLanguage, titleOf } from '../data/row.ts';
import { RowState } from '../parts/row-state.tsx';
import type { Values } from './form-values.ts';
import styles from './resource-form.module.css';
import { ResourceForm } from './resource-form.tsx';

export interface FormDrawerProps {
  /** Null: a new row. */
  readonly id: RowId | null;
  readonly from?: Values | undefined;
}

/** The form in a drawer. The row is read when it opens, because the list may be outdated and masked. */
export default function FormDrawer({ id, from }: FormDrawerProps) {
  const { resource, closePanel, fixed, list, slots } = useResourcePage();
  const { definition, client } = resource;
  const { notifyDone } = useResourceActions();
  const { translate, local, locale } = useTexts();
  const ofEditing = useTranslations(editingTexts);
  const cancel = useRef<() => void>(closePanel);
  const row = useQuery({
    queryKey: [definition.key, 'row', id, 'form'],
    queryFn: ({ signal }) => client.get(id ?? 0, { signal, quiet: true }),
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const drawer = useRef<HTMLDivElement>(null);
  const isRead = row.data !== undefined;
  useEffect(() => {
    // The drawer took the focus before the first field was rendered.
    if (isRead) drawer.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [isRead]);
  const beside = slots.asideField ? list.filters[slots.asideField] : undefined;
  const start = {
    ...slots.startsWith,
    ...(slots.asideField && typeof beside === 'string' ? { [slots.asideField]: idFromText(beside) } : {}),
    ...from,
  };
  const kind = `${translate(id === null ? 'common.add' : 'common.edit')}${translate('resource.space')}${local(definition.title)}`;
  const title = row.data
    ? `${kind} · ${titleOf(definition, inLanguage(locale, definition, row.data))}`
    : kind;

  const close = async (isDirty: boolean, abandon: () => void): Promise<void> => {
    if (isDirty) {
      const isSure = await confirmAction({ title, message: translate('resource.unsaved') });
      if (!isSure) return;
      abandon();
    }
    closePanel();
  };
  return (
    <PageDrawer
      ref={drawer}
      size="xl"
      title={title}
      classNames={{ content: styles.drawer ?? '', body: styles.drawerBody ?? '' }}
      onClose={() => cancel.current()}
    >
      {id !== null && row.data === undefined ? (
        <RowState error={row.error} onRetry={() => void row.refetch()} onBack={closePanel} />
      ) : (
        <ResourceForm
          resource={resource}
          id={id}
          row={row.data ?? null}
          from={start}
          fixed={fixed}
          slots={slots}
          cancelRef={cancel}
          onSaved={(answer, saved) => {
            closePanel();
            slots.onAnswer?.(id === null ? 'create' : 'update', answer, saved);
            // A new row without a name of its own is named by the id that the server gave it.
            const name = titleOf(definition, inLanguage(locale, definition, { ...answer, ...saved }));
            const message = ofEditing(id === null ? 'editing.created' : 'editing.updated', {
              resource: local(definition.title),
              title: name,
            });
            notifyDone({
              title: message,
              answer,
              id: id ?? answer?.[definition.id.field],
              message,
            });
          }}
          onCancel={(isDirty, abandon) => void close(isDirty, abandon)}
        />
      )}
    </PageDrawer>
  );
}
