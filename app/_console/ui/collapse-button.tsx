'use client';
import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Button that expands the content below it. */
export function CollapseButton({
  title,
  icon,
  isOpen,
  onToggle,
}: {
  readonly title: string;
  readonly icon?: ReactNode;
  readonly isOpen: boolean;
  onToggle(): void;
}) {
  return (
    <Button
      variant="default"
      size="xs"
      fullWidth
      styles={{ label: { flex: 1 } }}
      aria-expanded={isOpen}
      leftSection={icon}
      rightSection={isOpen ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
      onClick={onToggle}
    >
      {title}
    </Button>
  );
}
