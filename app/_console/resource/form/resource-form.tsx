'use client';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertCircle, IconHistory } from '@tabler/icons-react';
import { lazy, type RefObject, Suspense, useEffect } from 'react';
import type { FieldDef } from '../../../../lib/contracts/admin/field.ts';
import type { Row, RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { editingTexts } from '../../../../lib/i18n/console/editing.ts';
import { usePage } from '../../shell/page/page-context.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { FormWork } from '../../ui/form-work.ts';
import { useKeyboardShortcuts } from '../../ui/keyboard-shortcuts.ts';
import type { FormExtraProps, Slots } from '../context/resource-page-context.ts';
import type { Resource } from '../data/use-resource.ts';
import { EditingNotice } from '../editing/editing-notice.tsx';
import { FieldInput, isChoice } from './field-input.tsx';
import { formFields, isShown, type Values } from './form-values.ts';
import styles from './resource-form.module.css';
import { type ResourceFormState, useResourceForm } from './use-resource-form.ts';

const MessageLinks = lazy(() => import('../../ui/message-links.tsx'));
const ConflictView = lazy(() => import('./conflict-view.tsx'));

export interface ResourceFormProps {
  readonly resource: Resource;
  /** Null: a new row. */
  readonly row: Row | null;
  readonly id: RowId | null;
  readonly from?: Values;
  /** Set by the page; neither shown nor editable. */
  readonly fixed?: Readonly<Record<string, string>>;
  readonly slots?: Pick<Slots, 'formExtra' | 'inputs'>;
  /** `saved`: the values of the form. */
  onSaved(answer: Row | null, saved: Values): void;
  /** Called to close the form; the caller asks for confirmation if it has unsaved changes. */
  onCancel(isDirty: boolean, abandon: () => void): void;
  /** Set to the handler of the cancel button, for other ways to close the form. */
  readonly cancelRef?: RefObject<() => void>;
}

/** The fields of a definition as a form, in a drawer or on a page. */
export function ResourceForm(props: ResourceFormProps) {
  const { resource, row, id, from, fixed = {}, slots = {}, onSaved, onCancel, cancelRef } = props;
  const { translate } = useTexts();
  const ofEditing = useTranslations(editingTexts);
  const page = usePage();
  const state = useResourceForm({ resource, id, row, from: { ...from, ...fixed }, onSaved });
  const cancel = () => onCancel(state.isDirty, state.abandon);
  useEffect(() => {
    if (cancelRef) cancelRef.current = cancel;
  });
  useKeyboardShortcuts(page.isActive && !state.isSaving, { 'Ctrl s': () => void state.submit() }, state.form);
  const extra: FormExtraProps = { values: state.values, set: state.set, errors: state.errors, row };
  return (
    <form
      ref={state.form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void state.submit();
      }}
    >
      <Stack>
        {state.hasDraft && (
          <Alert icon={<IconHistory />} role="status">
            <Group justify="space-between">
              {ofEditing('editing.draftRestored')}
              <Button size="compact-sm" variant="default" onClick={state.discardDraft}>
                {ofEditing('editing.discardDraft')}
              </Button>
            </Group>
          </Alert>
        )}
        <FormWork value={state.countWork}>
          <FormGrid state={state} resource={resource} id={id} fixed={fixed} slots={slots} extra={extra} />
          {slots.formExtra?.(extra)}
        </FormWork>
      </Stack>
      <div className={styles.foot}>
        {id !== null && <EditingNotice definition={resource.definition} id={id} isEditing />}
        {state.failure !== null && (
          <Alert color="red" icon={<IconAlertCircle />} role="alert" mb="xs">
            {state.failure}
          </Alert>
        )}
        {state.links.length > 0 && (
          <Suspense>
            <MessageLinks links={state.links} />
          </Suspense>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {translate('common.cancel')}
          </Button>
          <Button type="submit" loading={state.isSaving}>
            {translate('common.save')}
          </Button>
        </Group>
      </div>
      {state.theirs && (
        <Suspense>
          <ConflictView
            definition={resource.definition}
            original={state.initial}
            mine={state.values}
            theirs={state.theirs}
            isSaving={state.isSaving}
            onResolve={(chosen) => void state.resolve(chosen)}
            onClose={state.keepEditing}
          />
        </Suspense>
      )}
    </form>
  );
}

interface FormGridProps {
  readonly state: ResourceFormState;
  readonly resource: Resource;
  readonly id: RowId | null;
  readonly fixed: Readonly<Record<string, string>>;
  readonly slots: Pick<Slots, 'inputs'>;
  readonly extra: FormExtraProps;
}

function FormGrid({ state, resource, id, fixed, slots, extra }: FormGridProps) {
  const { definition } = resource;
  const shown = formFields(definition, state.kind).filter(
    ([name, field]) => field.form !== false && !Object.hasOwn(fixed, name) && isShown(field, state.values),
  );
  const isFixed = (field: FieldDef) => id !== null && field.immutable === true;
  const first = shown.find(
    ([name, field]) => !slots.inputs?.[name] && field.kind !== 'json' && !isFixed(field) && !isChoice(field),
  )?.[0];
  return (
    <div className={styles.grid}>
      {shown.map(([name, fieldDef]) => {
        const own = slots.inputs?.[name];
        // JSON is edited by a part of the page, not as plain text.
        if (fieldDef.kind === 'json' && !own) return null;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: listens to the input that it holds
          <div
            key={name}
            data-field={name}
            data-span={fieldDef.form ? fieldDef.form.span : undefined}
            onBlur={({ relatedTarget }) => {
              // A message shown on blur would move the submit button while it is pressed; submitting shows all
              // messages.
              if (!(relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit'))
                state.check(name);
            }}
          >
            {own ? (
              own(extra)
            ) : (
              <FieldInput
                definition={definition}
                name={name}
                field={fieldDef}
                value={state.values[name]}
                error={state.errors[name]}
                isDisabled={isFixed(fieldDef)}
                isFirst={name === first}
                id={id}
                values={state.values}
                row={state.base}
                onChange={(value) => state.set(name, value)}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
