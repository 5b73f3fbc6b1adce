'use client';
import { ActionIcon, Popover, Skeleton } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';

export interface CalendarButtonProps {
  /** Accessible name. */
  readonly label: string;
  readonly isOpen: boolean;
  readonly isDisabled?: boolean;
  /** Height in pixels of the placeholder shown until the calendar is loaded. */
  readonly height: number;
  readonly children: ReactNode;
  onToggle(isOpen: boolean): void;
}

/** Width of seven days. */
const widthPx = 252;

/** Opens a calendar, which is loaded on first use, as most visitors of a list never need it. */
export function CalendarButton(props: CalendarButtonProps) {
  const { label, isOpen, isDisabled = false, height, children, onToggle } = props;
  return (
    <Popover
      opened={isOpen}
      onChange={onToggle}
      position="bottom"
      shadow="md"
      trapFocus
      returnFocus
      disabled={isDisabled}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={label}
          disabled={isDisabled}
          onClick={() => onToggle(!isOpen)}
        >
          <IconCalendar size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={label}>
        <Suspense fallback={<Skeleton w={widthPx} h={height} />}>{children}</Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
