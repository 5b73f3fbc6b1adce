'use client';
import { Button } from '@mantine/core';

export interface RowButtonProps<Row extends object> {
  readonly row: Row;
  /** Field that names the row in the accessible label. */
  readonly title: keyof Row & string;
  readonly children: string;
  onClick(row: NoInfer<Row>): void;
}

/** An additional row action. */
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
