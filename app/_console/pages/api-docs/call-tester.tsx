'use client';
import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api } from '../../api/request.ts';
import styles from './api-docs.module.css';
import type { Call } from './document.ts';
import { useApiDocsText } from './use-api-docs-text.ts';

/** Runs a read-only call as the current user and shows the response. */
export function CallTester({ call }: { readonly call: Call }) {
  const translate = useApiDocsText();
  const parameters = call.operation.parameters ?? [];
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const sending = useMutation({
    mutationFn: () => {
      const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(values[name] ?? ''),
      );
      const named = parameters.filter(({ in: where }) => where === 'query');
      const query = Object.fromEntries(named.map(({ name }) => [name, values[name]?.trim() || undefined]));
      return api.get<unknown>(path, { query, quiet: true });
    },
  });
  const answer = sending.isError ? asText(sending.error) : sending.data;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate();
      }}
    >
      <Stack gap="xs">
        <Text component="h3" size="sm" fw={600}>
          {translate('apiDocs.try')}
        </Text>
        <Group align="end" gap="xs">
          {parameters.map(({ name, in: where, required }) => (
            <TextInput
              key={`${where}${name}`}
              size="xs"
              label={name}
              required={(required ?? false) || where === 'path'}
              value={values[name] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setValues((current) => ({ ...current, [name]: value }))
              }
            />
          ))}
          <Button type="submit" size="xs" loading={sending.isPending}>
            {translate('apiDocs.send')}
          </Button>
        </Group>
        <div aria-live="polite">
          {answer !== undefined && (
            <Code block className={styles.answer}>
              {JSON.stringify(answer, null, 2)}
            </Code>
          )}
        </div>
      </Stack>
    </form>
  );
}

function asText(error: unknown): unknown {
  if (error instanceof ApiError) return { code: error.code, message: error.message };
  return { message: String(error) };
}
