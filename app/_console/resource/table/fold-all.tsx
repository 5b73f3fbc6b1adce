'use client';
import { Button, Group } from '@mantine/core';
import { useTexts } from '../../text/use-texts.ts';
import type { Lines } from '../tree/use-lines.ts';

/** Expands and collapses the whole tree. */
export default function FoldAll({ lines }: { readonly lines: Lines }) {
  const { translate } = useTexts();
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" onClick={() => lines.setAll(true)}>
        {translate('resource.unfoldAll')}
      </Button>
      <Button variant="default" size="xs" onClick={() => lines.setAll(false)}>
        {translate('resource.foldAll')}
      </Button>
    </Group>
  );
}
