'use client';
import { Button, Code, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useCopy } from '../../ui/use-copy.ts';
import styles from './designer.module.css';
import { type SnippetKind, type SnippetPlace, snippet, snippetKinds } from './snippets.ts';
import { useDesignerText } from './use-designer-text.ts';

const titles: Readonly<Record<SnippetKind, string>> = {
  createPlayer: 'createPlayer',
  react: 'React',
  vue: 'Vue',
  element: 'HTML',
  ezuikit: 'EZUIKit',
};

/** Code for pages that show the theme. */
export function CodePanel(place: SnippetPlace) {
  const translate = useDesignerText();
  const [kind, setKind] = useState<SnippetKind>('createPlayer');
  const text = snippet(kind, place);
  const code = useRef<HTMLPreElement>(null);
  const { isCopied, copy } = useCopy();
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {translate('design.codeHelp')}
      </Text>
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={translate('design.code')}
          data={snippetKinds.map((value) => ({ value, label: titles[value] }))}
          value={kind}
          onChange={(value) => setKind(value as SnippetKind)}
        />
        <Button size="compact-sm" variant="default" onClick={() => void copy(text, code.current)}>
          {translate(isCopied ? 'design.copied' : 'design.copy')}
        </Button>
      </Group>
      <Code ref={code} block className={styles.code}>
        {text}
      </Code>
    </Stack>
  );
}
