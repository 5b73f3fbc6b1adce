'use client';
import { type FormEvent, useRef, useState } from 'react';
import { fieldErrors } from '../../api/api-error.ts';

export type FieldProblems = Readonly<Record<string, string>>;

/** Text value of a field. */
export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '');

const namesIn = ({ elements }: HTMLFormElement): readonly string[] =>
  [...elements].flatMap((element) => (element instanceof HTMLInputElement ? [element.name] : []));

/**
 * An uncontrolled form: values are read from the DOM on submit, because password managers fill fields without events.
 * `check` validates before submitting; errors of the server follow.
 */
export function useFormCall(options: {
  readonly check: (form: FormData) => FieldProblems;
  /** `fields`: names of the inputs, for `quiet`, because the form shows their errors. */
  readonly send: (form: FormData, fields: readonly string[]) => Promise<void>;
  /** Called after a failed call. `isShown`: all its errors are shown beside their fields. */
  readonly onFailure?: (error: unknown, isShown: boolean) => void;
}) {
  const [problems, setProblems] = useState<FieldProblems>({});
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);

  function show(found: FieldProblems, form: HTMLFormElement): void {
    setProblems(found);
    const first = [...form.elements].find(
      (element) => element instanceof HTMLInputElement && Object.hasOwn(found, element.name),
    );
    if (first instanceof HTMLInputElement) first.focus();
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSending.current) return;
    const form = event.currentTarget;
    const values = new FormData(form);
    const found = options.check(values);
    show(found, form);
    if (Object.keys(found).length > 0) return;
    isSending.current = true;
    setBusy(true);
    try {
      await options.send(values, namesIn(form));
    } catch (error) {
      const found = fieldErrors(error);
      show(found, form);
      const paths = Object.keys(found);
      options.onFailure?.(error, paths.length > 0 && paths.every((path) => namesIn(form).includes(path)));
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  }

  /** Clears the errors on input. */
  function onInput(event: FormEvent<HTMLFormElement>): void {
    const { name } = event.target as HTMLInputElement;
    if (Object.hasOwn(problems, name)) {
      setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => field !== name)));
    }
  }

  return { problems, isBusy, formProps: { onSubmit, onInput, method: 'post' as const, noValidate: true } };
}
