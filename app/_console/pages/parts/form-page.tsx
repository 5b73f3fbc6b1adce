'use client';
import { Paper, type PaperProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageAddress } from '../../../../lib/contracts/admin/define-resource.ts';
import type { FormOf, ResourceKey, ResourceOf } from '../../../../lib/contracts/admin/row-types.ts';
import { editingTexts } from '../../../../lib/i18n/console/editing.ts';
import { consoleText } from '../../../../lib/i18n/console/index.ts';
import type { Locale, LocalText } from '../../../../lib/i18n/translate.ts';
import type { Slots } from '../../resource/context/resource-page-context.ts';
import { titleOf } from '../../resource/data/row.ts';
import { useResource } from '../../resource/data/use-resource.ts';
import { ResourceForm } from '../../resource/form/resource-form.tsx';
import { RowState } from '../../resource/parts/row-state.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { recordLink } from '../../shell/page/record-link.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { confirmAction } from '../../ui/dialogs/confirm-action.ts';

export interface FormPageProps<Key extends ResourceKey> extends Pick<PaperProps, 'maw' | 'mx'> {
  readonly resource: Key;
  readonly slots: Pick<Slots<ResourceOf<Key>>, 'inputs' | 'formExtra'>;
  /** Initial values of a new row. */
  readonly from?: FormOf<ResourceOf<Key>>;
}

/** The form of a resource in a tab of its own; the address names the row by its id field. */
export function FormPage<Key extends ResourceKey>({
  resource: key,
  slots,
  from,
  ...paper
}: FormPageProps<Key>) {
  const { translate, local } = useTexts();
  const ofEditing = useTranslations(editingTexts);
  const page = usePage();
  const resource = useResource(key);
  const given = Number(page.query.get(resource?.definition.id.field ?? ''));
  const id = Number.isInteger(given) && given > 0 ? given : null;
  const row = useQuery({
    queryKey: [key, 'row', id, 'form'],
    queryFn: ({ signal }) => resource?.client.get(id ?? 0, { signal, quiet: true }),
    enabled: id !== null && resource !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const stored = resource && row.data ? titleOf(resource.definition, row.data) : null;
  const definitionTitle = resource?.definition.title;
  useEffect(() => {
    page.setTitle(id === null ? (definitionTitle ? addTitle(definitionTitle) : null) : stored);
  }, [page, id, definitionTitle, stored]);
  /** Returns to the list, regardless of the neighbouring tabs. */
  const goBack = () => {
    page.close();
    if (resource?.can('list')) page.open(pageAddress(resource.definition));
  };
  if (!resource || (id !== null && !row.data)) {
    return <RowState error={row.error} onRetry={() => void row.refetch()} onBack={goBack} />;
  }
  const { definition } = resource;
  const leave = async (isDirty: boolean, abandon: () => void): Promise<void> => {
    if (isDirty) {
      if (
        !(await confirmAction({ title: translate('common.cancel'), message: translate('resource.unsaved') }))
      )
        return;
      abandon();
    }
    goBack();
  };
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} {...paper}>
      <ResourceForm
        key={id ?? 'new'}
        resource={resource}
        id={id}
        row={row.data ?? null}
        {...(from ? { from } : {})}
        slots={slots as Slots}
        onSaved={(answer, saved) => {
          const message = ofEditing(id === null ? 'editing.created' : 'editing.updated', {
            resource: local(definition.title),
            title: titleOf(definition, { ...answer, ...saved }),
          });
          const savedId = Number(id ?? answer?.[definition.id.field]);
          const link = recordLink(page, savedId, message, pageAddress(definition));
          notifications.show({ message: resource.can('query') ? link : message, role: 'status' });
          goBack();
        }}
        onCancel={(isDirty, abandon) => void leave(isDirty, abandon)}
      />
    </Paper>
  );
}

/** The tab outlives the language in which it was opened. */
function addTitle(title: LocalText): LocalText {
  const of = (locale: Locale) =>
    `${consoleText(locale, 'common.add')}${consoleText(locale, 'resource.space')}${title[locale]}`;
  return { 'zh-CN': of('zh-CN'), 'en-US': of('en-US') };
}
