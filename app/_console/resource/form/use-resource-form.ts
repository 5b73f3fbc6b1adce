'use client';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Row, RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { editingTexts } from '../../../../lib/i18n/console/editing.ts';
import { ApiError } from '../../api/request.ts';
import { useSession } from '../../session/use-session.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { useCountedWork } from '../../ui/form-work.ts';
import { versionOf } from '../data/row.ts';
import type { Resource } from '../data/use-resource.ts';
import { checkBody, type FormErrors, refusedFields } from './check-values.ts';
import { dropDraft, readDraft, writeDraft } from './drafts.ts';
import {
  body,
  changedNames,
  type FormField,
  type FormKind,
  formFields,
  initialValues,
  sentFields,
  type Values,
} from './form-values.ts';

export interface FormOptions {
  readonly resource: Resource;
  /** Null: a new row. */
  readonly id: RowId | null;
  readonly row: Row | null;
  /** Initial values of a new row. */
  readonly from?: Values;
  /** `saved`: the values of the form. */
  onSaved(answer: Row | null, saved: Values): void;
}

const draftAfterMs = 400;

/** State of a form: values, errors and saving. */
export function useResourceForm({ resource, id, row, from, onSaved }: FormOptions) {
  const { definition, client } = resource;
  const { translate, locale } = useTexts();
  const ofEditing = useTranslations(editingTexts);
  const page = usePage();
  const kind: FormKind = id === null ? 'create' : 'update';
  const [base, setBase] = useState(row);
  const version = base ? (versionOf(base) ?? null) : null;
  const [initial, setInitial] = useState(() => initialValues(definition, row, from));
  const { user } = useSession();
  // User who opened the form, also while their session ends.
  const [userId] = useState(user?.userId ?? 0);
  const place = useMemo(() => ({ userId, definition, id }), [userId, definition, id]);
  const [draft] = useState(() => readDraft(place, version));
  const [values, setValues] = useState<Values>({ ...initial, ...draft });
  const [errors, setErrors] = useState<FormErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [links, setLinks] = useState<ApiError['links']>([]);
  const [isSaving, setSaving] = useState(false);
  /** The current row, if another save has changed it since it was read. */
  const [theirs, setTheirs] = useState<Row | null>(null);
  const [hasDraft, setHasDraft] = useState(draft !== null);
  const form = useRef<HTMLFormElement>(null);
  const [isWorking, countWork] = useCountedWork();
  /** Values are changed, or an input still works on one. */
  const isDirty = isWorking || changedNames(initial, values).length > 0;

  /** Stores changes made since the last write of the draft. */
  const flushDraft = useRef<(() => void) | null>(null);

  useEffect(() => {
    page.setUnsaved(isDirty);
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    const keep = () => {
      flushDraft.current = null;
      writeDraft(place, version, initial, values);
    };
    flushDraft.current = keep;
    const timer = setTimeout(keep, draftAfterMs);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('beforeunload', warn);
    };
  }, [isDirty, page, place, version, initial, values]);
  const leave = useRef(() => page.setUnsaved(false));
  useEffect(() => {
    const left = leave.current;
    const element = form.current;
    return () => {
      // Navigating back does not ask for confirmation, so the draft must be complete.
      flushDraft.current?.();
      // In a background tab the form is still mounted and unsaved.
      if (!element?.isConnected) left();
    };
  }, []);

  const drop = () => {
    flushDraft.current = null;
    dropDraft(place);
  };
  const focusFirst = (found: FormErrors) => {
    const first = formFields(definition, kind).find(([name]) => found[name] !== undefined)?.[0];
    requestAnimationFrame(() => {
      form.current
        ?.querySelector<HTMLElement>(`[data-field="${first}"] :is(input, textarea, button, [tabindex="0"])`)
        ?.focus();
    });
  };
  const show = (found: FormErrors) => {
    setErrors(found);
    focusFirst(found);
  };

  const failed = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiError)) throw error;
    setLinks(error.links);
    const { atFields, others } = refusedFields(definition, values, error.errors, translate);
    if (Object.keys(atFields).length > 0) {
      show(atFields);
      setFailure(others[0] ?? null);
      return;
    }
    if (error.code === 'U0210' && id !== null) {
      // If the row cannot be read, the server's message is shown.
      const now = await client.get(id, { quiet: true }).catch(() => null);
      if (now && versionOf(now) !== versionOf(base ?? {})) return setTheirs(now);
    }
    setFailure(error.message);
  };

  const save = async (sent: readonly FormField[], saved: Values, over: number | undefined): Promise<void> => {
    setSaving(true);
    setFailure(null);
    setLinks([]);
    try {
      let answer: Row | null = null;
      if (id === null) answer = await client.create(body(sent, saved));
      else if (sent.length > 0) await client.update(id, body(sent, saved), over);
      drop();
      page.setUnsaved(false);
      void resource.refresh();
      onSaved(answer, saved);
    } catch (error) {
      await failed(error);
    } finally {
      setSaving(false);
    }
  };

  return {
    form,
    kind,
    values,
    errors,
    failure,
    /** Of the rows that a rejection names. */
    links,
    isDirty,
    countWork,
    isSaving,
    hasDraft,
    initial,
    base,
    theirs,
    set(name: string, value: unknown): void {
      setValues((current) => ({ ...current, [name]: value }));
      setErrors(({ [name]: _gone, ...others }) => others);
    },
    /** Validates a changed field on blur. */
    check(name: string): void {
      if (!changedNames(initial, values).includes(name)) return;
      const sent = sentFields(definition, kind, initial, values);
      const message = checkBody(definition, kind, body(sent, values), locale)[name];
      if (message !== undefined) setErrors((current) => ({ ...current, [name]: message }));
    },
    async submit(): Promise<void> {
      if (isWorking) return setFailure(ofEditing('editing.working'));
      const sent = sentFields(definition, kind, initial, values);
      const found = checkBody(definition, kind, body(sent, values), locale);
      if (Object.keys(found).length > 0) return show(found);
      await save(sent, values, base ? versionOf(base) : undefined);
    },
    /** After a conflict: applies `chosen` to the current row. */
    async resolve(chosen: Values): Promise<void> {
      if (!theirs) return;
      const now = initialValues(definition, theirs);
      const merged = { ...now, ...chosen };
      setBase(theirs);
      setInitial(now);
      setValues(merged);
      setTheirs(null);
      const sent = sentFields(definition, kind, now, merged);
      const found = checkBody(definition, kind, body(sent, merged), locale);
      if (Object.keys(found).length > 0) return show(found);
      await save(sent, merged, versionOf(theirs));
    },
    keepEditing(): void {
      setTheirs(null);
    },
    discardDraft(): void {
      drop();
      setValues(initial);
      setErrors({});
      setHasDraft(false);
    },
    /** Closes without keeping a draft. */
    abandon(): void {
      drop();
      page.setUnsaved(false);
    },
  };
}

export type ResourceFormState = ReturnType<typeof useResourceForm>;
