'use client';
import { Badge, Code, Group, Paper, Stack, Text } from '@mantine/core';
import styles from './api-docs.module.css';
import { CallTester } from './call-tester.tsx';
import { type ApiDocument, type Call, linesOf, type Schema, typeOf } from './document.ts';
import { useApiDocsText } from './use-api-docs-text.ts';

const tones: Readonly<Record<string, string>> = { GET: 'blue', POST: 'green', PUT: 'violet', DELETE: 'red' };

export function MethodBadge({ method }: { readonly method: string }) {
  return (
    <Badge variant="light" radius="sm" size="sm" color={tones[method] ?? 'gray'} miw={58}>
      {method}
    </Badge>
  );
}

const firstSchema = (content: Readonly<Record<string, { readonly schema?: Schema }>> | undefined) =>
  Object.entries(content ?? {})[0];

export function CallDetail({ call, document }: { readonly call: Call; readonly document: ApiDocument }) {
  const translate = useApiDocsText();
  const { operation } = call;
  const permissions = operation['x-permissions'];
  const [bodyType, body] = firstSchema(operation.requestBody?.content) ?? [];
  const [answerType, answer] = firstSchema(operation.responses?.['200']?.content) ?? [];
  return (
    <Paper component="section" withBorder className={styles.detail} aria-label={call.key}>
      <Stack gap="lg">
        <div>
          <Group gap="sm">
            <MethodBadge method={call.method} />
            <Code fz="md">{call.path}</Code>
          </Group>
          <Text mt="xs" fw={600}>
            {operation.summary}
          </Text>
          {operation.description && <Text c="dimmed">{operation.description}</Text>}
          <Group gap="xs" mt="xs">
            {permissions && permissions.length > 0 && <Text size="sm">{translate('apiDocs.needs')}</Text>}
            {permissions?.map((permission) => (
              <Code key={permission}>{permission}</Code>
            ))}
            {permissions?.length === 0 && <Text size="sm">{translate('apiDocs.signedIn')}</Text>}
            {permissions === null && <Text size="sm">{translate('apiDocs.open')}</Text>}
          </Group>
        </div>
        {operation.parameters && operation.parameters.length > 0 && (
          <Section title={translate('apiDocs.parameters')}>
            <table className={styles.schema}>
              <thead>
                <tr>
                  <th scope="col">{translate('apiDocs.name')}</th>
                  <th scope="col">{translate('apiDocs.where')}</th>
                  <th scope="col">{translate('apiDocs.type')}</th>
                  <th scope="col">{translate('apiDocs.required')}</th>
                </tr>
              </thead>
              <tbody>
                {operation.parameters.map(({ name, in: where, schema, required, description }) => (
                  <tr key={`${where}${name}`}>
                    <td>
                      <code>{name}</code>
                      {description && (
                        <Text size="xs" c="dimmed">
                          {description}
                        </Text>
                      )}
                    </td>
                    <td>{where}</td>
                    <td>
                      <code>{typeOf(schema ?? {}, document)}</code>
                    </td>
                    <td>{translate(required ? 'common.yes' : 'common.no')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Section>
        )}
        {body?.schema && (
          <Section title={`${translate('apiDocs.body')} · ${bodyType}`}>
            <SchemaTable schema={body.schema} document={document} />
          </Section>
        )}
        {answer?.schema && (
          <Section title={`${translate('apiDocs.answer')} · ${answerType}`}>
            <SchemaTable schema={answer.schema} document={document} />
          </Section>
        )}
        {call.method === 'GET' && answerType === 'application/json' && (
          <CallTester key={call.key} call={call} />
        )}
      </Stack>
    </Paper>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <Text component="h3" size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <div className={styles.scroll}>{children}</div>
    </div>
  );
}

function SchemaTable({ schema, document }: { readonly schema: Schema; readonly document: ApiDocument }) {
  const translate = useApiDocsText();
  const lines = linesOf(schema, document);
  if (lines.length === 0) return <Code>{typeOf(schema, document)}</Code>;
  return (
    <table className={styles.schema}>
      <thead>
        <tr>
          <th scope="col">{translate('apiDocs.name')}</th>
          <th scope="col">{translate('apiDocs.type')}</th>
          <th scope="col">{translate('apiDocs.required')}</th>
          <th scope="col">{translate('apiDocs.limits')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ path, name, depth, type, isRequired, limits }) => (
          <tr key={path}>
            <td style={{ paddingInlineStart: 10 + depth * 16 }}>
              <code>{name}</code>
            </td>
            <td>
              <code>{type}</code>
            </td>
            <td>{isRequired ? translate('common.yes') : ''}</td>
            <td>
              <code>{limits}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
