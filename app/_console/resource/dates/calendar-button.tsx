'use client';
import { ActionIcon, Popover, Skeleton } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';

export interface CalendarButtonProps {
  /** What the calendar is for. */
  readonly label: string;
  readonly isOpen: boolean;
  readonly isDisabled?: boolean;
  /** Of what is shown until the calendar has been fetched: as high as it will be, in pixels. */
  readonly height: number;
  readonly children: ReactNode;
  onToggle(isOpen: boolean): void;
}

/** As wide as seven days. */
const widthPx = 252;

/** Opens a calendar, which is fetched when it is first asked for: most who see a list never do. */
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
      <Popover.Dropdown
        p="sm"
        aria-label={label}
        // Escape closes the calendar and not the drawer that it stands in.
        onFocusCapture={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
      >
        <Suspense fallback={<Skeleton w={widthPx} h={height} />}>{children}</Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
