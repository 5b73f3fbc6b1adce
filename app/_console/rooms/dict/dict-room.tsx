'use client';
import { Button, Group, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import type { Row } from '../../resource/data/row.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { useRoom } from '../../shell/room.ts';
import { RefreshCache } from '../parts/refresh-cache.tsx';
import { RowButton } from '../parts/row-button.tsx';
import { useRoomText } from '../parts/use-room-text.ts';

/** Dictionaries; choosing one shows its entries in the same tab, and going back returns. */
export default function DictRoom() {
  const room = useRoom();
  /** Address of the list that was left, with its filters and page, and what the chosen one is called. */
  const [left, setLeft] = useState({ query: '', name: '' });
  const type = room.query.get('type');
  if (!type) {
    return (
      <Types
        onChoose={({ dictType, dictName }) => {
          setLeft({ query: room.query.toString(), name: String(dictName) });
          room.setQuery(new URLSearchParams({ type: String(dictType) }), { push: true });
        }}
      />
    );
  }
  return (
    <Entries
      type={type}
      name={left.name}
      onBack={() => room.setQuery(new URLSearchParams(left.query), { push: true })}
    />
  );
}

function Types({ onChoose }: { onChoose(row: Row): void }) {
  const say = useRoomText();
  return (
    <ResourcePage
      resource="system.dictType"
      slots={{
        toolbar: () => (
          <RefreshCache path="/system/dict/type/refreshCache" permission="system:dict:refresh" />
        ),
        rowActions: (row) => (
          <RowButton row={row} title="dictName" onClick={onChoose}>
            {say('rooms.entries')}
          </RowButton>
        ),
      }}
    />
  );
}

interface EntriesProps {
  readonly type: string;
  /** Empty when its address was opened without the list. */
  readonly name: string;
  onBack(): void;
}

function Entries({ type, name, onBack }: EntriesProps) {
  const say = useRoomText();
  return (
    <>
      <Group mb="md" gap="xs">
        <Button variant="subtle" size="compact-sm" leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
          {say('rooms.dictionaries')}
        </Button>
        <Text component="h2" fw={600}>
          {say('rooms.entriesOf', { name: name ? `${name} (${type})` : type })}
        </Text>
      </Group>
      <ResourcePage key={type} resource="system.dictData" fixed={{ dictType: type }} />
    </>
  );
}
