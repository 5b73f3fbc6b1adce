import type { KeyboardEventHandler, ReactNode, Ref } from 'react';

export interface ToolbarButtonProps {
  readonly label: string;
  /** Why it does nothing, for those who point at it. */
  readonly reason?: string | undefined;
  readonly onPress: () => void;
  readonly isDisabled?: boolean;
  readonly isActive?: boolean;
  /** Given: the name stays the same and this says whether it is on. */
  readonly isPressed?: boolean | undefined;
  /** Given: it opens a list. */
  readonly isExpanded?: boolean | undefined;
  readonly id?: string;
  readonly onKeyDown?: KeyboardEventHandler;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

/** `aria-disabled` instead of `disabled`, so that focus does not fall out of the bar when a state changes. */
export function ToolbarButton({
  label,
  reason,
  onPress,
  isDisabled = false,
  isActive = false,
  isPressed,
  isExpanded,
  id,
  onKeyDown,
  ref,
  children,
}: ToolbarButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className="oriel-button"
      aria-label={label}
      title={reason ? `${label} · ${reason}` : label}
      aria-disabled={isDisabled}
      aria-pressed={isPressed}
      aria-haspopup={isExpanded === undefined ? undefined : 'menu'}
      aria-expanded={isExpanded}
      data-id={id}
      data-active={isActive}
      onKeyDown={onKeyDown}
      onClick={() => {
        if (!isDisabled) onPress();
      }}
    >
      {children}
    </button>
  );
}
