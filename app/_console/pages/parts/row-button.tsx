'use client';
import { Button } from '@mantine/core';

export interface RowButtonProps<Row extends object> {
  readonly row: Row;
  /** Fields that name the row in the accessible label. */
  readonly title: (keyof Row & string) | readonly (keyof Row & string)[];
  readonly children: string;
  onClick(row: NoInfer<Row>): void;
}

/** An additional row action. */
export function RowButton<Row extends object>({ row, title, children, onClick }: RowButtonProps<Row>) {
  const name = [title].flat().map((field) => String(row[field as keyof Row] ?? ''));
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={[children, ...name].join(' ')}
      onClick={() => onClick(row)}
    >
      {children}
    </Button>
  );
}
