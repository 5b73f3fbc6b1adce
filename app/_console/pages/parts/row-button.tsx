'use client';
import { Button, Menu } from '@mantine/core';
import { useRowPlace } from '../../resource/context/row-place.ts';

export interface RowButtonProps<Row extends object> {
  readonly row: Row;
  /** Fields that name the row in the accessible label. */
  readonly title: (keyof Row & string) | readonly (keyof Row & string)[];
  readonly children: string;
  /** Where the buttons of a row do not all fit, this one is in its menu. */
  readonly isRare?: boolean;
  onClick(row: NoInfer<Row>): void;
}

/** An additional row action. */
export function RowButton<Row extends object>(props: RowButtonProps<Row>) {
  const { row, title, children, isRare = false, onClick } = props;
  const place = useRowPlace();
  if (place !== 'all' && isRare !== (place === 'rare')) return null;
  if (place === 'rare') return <Menu.Item onClick={() => onClick(row)}>{children}</Menu.Item>;
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
