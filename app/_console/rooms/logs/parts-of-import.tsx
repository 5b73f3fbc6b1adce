'use client';
import { Button } from '@mantine/core';
import type { Row } from '../../resource/data/row.ts';
import { useRoom } from '../../shell/room.ts';
import { useRoomText } from '../parts/use-room-text.ts';

/** An import stands in the log as one: from there to what became of each row. */
export function PartsOfImport({ row: { businessType, bizKey, traceId } }: { readonly row: Row }) {
  const say = useRoomText();
  const room = useRoom();
  if (businessType !== '6' || bizKey || typeof traceId !== 'string' || traceId === '') return null;
  return (
    <Button
      mt="md"
      variant="light"
      onClick={() => room.setQuery(new URLSearchParams({ traceId }), { push: true })}
    >
      {say('rooms.partsOfImport')}
    </Button>
  );
}
