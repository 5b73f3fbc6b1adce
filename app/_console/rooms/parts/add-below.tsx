'use client';
import { Button } from '@mantine/core';
import { useResourceRoom } from '../../resource/room-context.ts';
import { useText } from '../../settings/use-text.ts';

/** In a row of a tree: opens the form of a new one below it. */
export function AddBelow({ from }: { readonly from: Readonly<Record<string, unknown>> }) {
  const say = useText();
  const { resource, open } = useResourceRoom();
  if (!resource.can('add')) return null;
  return (
    <Button size="compact-xs" variant="subtle" onClick={() => open({ kind: 'new', from })}>
      {say('rooms.addBelow')}
    </Button>
  );
}
