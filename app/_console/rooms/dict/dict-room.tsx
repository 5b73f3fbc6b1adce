'use client';
import { Button, Group, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { useText } from '../../settings/use-text.ts';
import { useRoom } from '../../shell/room.ts';
import { RefreshCache } from '../parts/refresh-cache.tsx';

/** Dictionaries; choosing one shows its entries in the same tab, and going back returns. */
export default function DictRoom() {
  const { query } = useRoom();
  const type = query.get('type');
  return type ? <Entries type={type} /> : <Types />;
}

function Types() {
  const say = useText();
  const room = useRoom();
  return (
    <ResourcePage
      resource="system.dictType"
      slots={{
        toolbar: () => (
          <RefreshCache path="/system/dict/type/refreshCache" permission="system:dict:refresh" />
        ),
        rowActions: ({ dictType }) => (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => room.setQuery(new URLSearchParams({ type: String(dictType) }), { push: true })}
          >
            {say('rooms.entries')}
          </Button>
        ),
      }}
    />
  );
}

function Entries({ type }: { readonly type: string }) {
  const say = useText();
  const room = useRoom();
  return (
    <>
      <Group mb="md" gap="xs">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} />}
          onClick={() => room.setQuery(new URLSearchParams(), { push: true })}
        >
          {say('rooms.dictionaries')}
        </Button>
        <Text component="h2" fw={600}>
          {say('rooms.entriesOf', { name: type })}
        </Text>
      </Group>
      <ResourcePage key={type} resource="system.dictData" fixed={{ dictType: type }} />
    </>
  );
}
