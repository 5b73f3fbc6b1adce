'use client';
import { Anchor, Paper, Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { api } from '../../api/request.ts';
import { saveFile } from '../../api/save-file.ts';
import { usePage } from '../../shell/page/page-context.ts';
import { LoadFailed } from '../parts/load-failed.tsx';
import styles from './api-docs.module.css';
import { CallDetail, MethodBadge } from './call-detail.tsx';
import { type ApiDocument, callsOf, findCalls } from './document.ts';
import { useApiDocsText } from './use-api-docs-text.ts';

/** The API of the server, from its OpenAPI document, for signed-in users. */
export default function ApiDocsPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['api-docs'],
    queryFn: ({ signal }) => api.get<ApiDocument>('/v3/api-docs', { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return data ? <Calls document={data} /> : <Skeleton height={480} radius="md" />;
}

function Calls({ document }: { readonly document: ApiDocument }) {
  const translate = useApiDocsText();
  const page = usePage();
  const [search, setSearch] = useState('');
  const calls = useMemo(() => callsOf(document), [document]);
  const found = findCalls(calls, useDeferredValue(search));
  const chosen = calls.find(({ key }) => key === page.query.get('call'));
  const tags = [...new Set(found.map(({ tag }) => tag))];
  return (
    <div className={styles.page}>
      <Paper component="nav" withBorder className={styles.list} aria-label={translate('apiDocs.title')}>
        <Text size="sm" c="dimmed" mb="sm">
          {translate('apiDocs.intro', { count: calls.length })}{' '}
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() =>
              saveFile(
                new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }),
                'openapi.json',
              )
            }
          >
            {translate('apiDocs.download')}
          </Anchor>
        </Text>
        <TextInput
          type="search"
          aria-label={translate('apiDocs.search')}
          placeholder={translate('apiDocs.search')}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        {found.length === 0 && (
          <Text c="dimmed" py="lg" ta="center">
            {translate('apiDocs.nothing')}
          </Text>
        )}
        {tags.map((tag) => (
          <section key={tag}>
            <Text component="h2" size="sm" fw={600} className={styles.tag}>
              {tag || translate('apiDocs.general')}
            </Text>
            <ul className={styles.calls}>
              {found
                .filter((call) => call.tag === tag)
                .map((call) => (
                  <li key={call.key}>
                    <UnstyledButton
                      className={styles.call}
                      {...(call.key === chosen?.key ? { 'aria-current': 'true' } : {})}
                      onClick={() => page.setQuery(new URLSearchParams({ call: call.key }), { push: true })}
                    >
                      <MethodBadge method={call.method} />
                      <span>
                        <Text size="sm">{call.operation.summary}</Text>
                        <span className={styles.path}>{call.path}</span>
                      </span>
                    </UnstyledButton>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </Paper>
      {chosen ? (
        <CallDetail call={chosen} document={document} />
      ) : (
        <Paper withBorder className={styles.detail}>
          <Text c="dimmed" ta="center" py="xl">
            {translate('apiDocs.choose')}
          </Text>
        </Paper>
      )}
    </div>
  );
}
