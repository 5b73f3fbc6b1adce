'use client';
import { Button } from '@mantine/core';

export interface RowButtonProps<Row extends object> {
  readonly row: Row;
  /** Field that names the row, for those who do not see where the button stands. */
  readonly title: keyof Row & string;
  readonly children: string;
  onClick(row: NoInfer<Row>): void;
}

/** One more thing to do with a row, beside the usual ones. */
export function RowButton<Row extends object>({ row, title, children, onClick }: RowButtonProps<Row>) {
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
