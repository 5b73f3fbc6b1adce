'use client';
import { Button } from '@mantine/core';
import type { Row } from '../../resource/data/row.ts';

export interface RowButtonProps {
  readonly row: Row;
  /** Field that names the row, for those who do not see where the button stands. */
  readonly title: string;
  readonly children: string;
  onClick(row: Row): void;
}

/** One more thing to do with a row, beside the usual ones. */
export function RowButton({ row, title, children, onClick }: RowButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={`${children} ${String(row[title] ?? '')}`}
      onClick={() => onClick(row)}
    >
      {children}
    </Button>
  );
}
