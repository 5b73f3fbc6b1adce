import type { ReactNode } from 'react';

export interface ToolbarButtonProps {
  readonly label: string;
  readonly onPress: () => void;
  readonly isDisabled?: boolean;
  readonly isActive?: boolean;
  readonly children: ReactNode;
}

/** `aria-disabled` instead of `disabled`, so that focus does not fall out of the bar when a state changes. */
export function ToolbarButton({
  label,
  onPress,
  isDisabled = false,
  isActive = false,
  children,
}: ToolbarButtonProps) {
  return (
    <button
      type="button"
      className="oriel-button"
      aria-label={label}
      title={label}
      aria-disabled={isDisabled}
      data-active={isActive}
      onClick={() => {
        if (!isDisabled) onPress();
      }}
    >
      {children}
    </button>
  );
}
