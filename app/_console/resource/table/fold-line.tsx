'use client';
import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { idOf } from '../../../../lib/contracts/admin/row-types.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { titleOf } from '../data/row.ts';
import type { Line } from '../tree/tree-rows.ts';
import type { Lines } from '../tree/use-lines.ts';

/** Expands and collapses a row of a tree. */
export function FoldLine({ line, lines }: { readonly line: Line; readonly lines: Lines }) {
  const { resource } = useResourcePage();
  const { translate } = useTexts();
  const id = idOf(resource.definition, line.row);
  const isOpen = lines.isOpen(id);
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-expanded={isOpen}
      aria-label={translate(isOpen ? 'resource.fold' : 'resource.unfold', {
        title: titleOf(resource.definition, line.row),
      })}
      onClick={() => lines.toggle(id)}
    >
      {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
    </ActionIcon>
  );
}
