'use client';
import { Button, Group, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Page } from '../../../../lib/contracts/admin/envelope.ts';
import type { systemDictType } from '../../../../lib/contracts/admin/resources/system-dict-type.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { ApiError, api } from '../../api/request.ts';
import { RowState } from '../../resource/parts/row-state.tsx';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { RefreshCache } from '../parts/refresh-cache.tsx';
import { RowButton } from '../parts/row-button.tsx';

type DictType = RowOf<typeof systemDictType>;

/** Dictionaries. Selecting one shows its entries in the same tab. */
export default function DictPage() {
  const page = usePage();
  /** Address of the list before selecting, with its filters and page. */
  const [left, setLeft] = useState('');
  const type = page.query.get('type');
  if (!type) {
    return (
      <Types
        onChoose={({ dictType }) => {
          setLeft(page.query.toString());
          page.setQuery(new URLSearchParams({ type: dictType }), { push: true });
        }}
      />
    );
  }
  return <Entries type={type} onBack={() => page.setQuery(new URLSearchParams(left), { push: true })} />;
}

function Types({ onChoose }: { onChoose(row: DictType): void }) {
  const translate = usePageText();
  return (
    <ResourcePage
      resource="system.dictType"
      slots={{
        toolbar: () => (
          <RefreshCache path="/system/dict/type/refreshCache" permission="system:dict:refresh" />
        ),
        rowActions: (row) => (
          <RowButton row={row} title="dictName" onClick={onChoose}>
            {translate('pages.entries')}
          </RowButton>
        ),
      }}
    />
  );
}

interface EntriesProps {
  readonly type: string;
  onBack(): void;
}

function Entries({ type, onBack }: EntriesProps) {
  const translate = usePageText();
  const found = useQuery({
    queryKey: ['system.dictType', 'type', type],
    queryFn: async ({ signal }) => {
      const query = { dictType: type, pageSize: 100 };
      const { records } = await api.get<Page<DictType>>('/system/dict/type/page', {
        query,
        signal,
        quiet: true,
      });
      const row = records.find(({ dictType }) => dictType === type);
      if (!row) throw new ApiError('404', translate('pages.noDictionary', { type }));
      return row;
    },
  });
  const name = found.data?.dictName;
  return (
    <>
      <Group mb="md" gap="xs">
        <Button variant="subtle" size="compact-sm" leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
          {translate('pages.dictionaries')}
        </Button>
        <Text component="h2" fw={600}>
          {translate('pages.entriesOf', { name: name ? `${name} (${type})` : type })}
        </Text>
      </Group>
      {found.data ? (
        <ResourcePage key={type} resource="system.dictData" fixed={{ dictType: type }} />
      ) : (
        <RowState error={found.error} onRetry={() => void found.refetch()} onBack={onBack} />
      )}
    </>
  );
}
