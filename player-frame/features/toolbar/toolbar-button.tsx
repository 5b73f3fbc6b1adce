import type { FocusEventHandler, KeyboardEventHandler, ReactNode, Ref } from 'react';

export interface ToolbarButtonProps {
  readonly label: string;
  /** Visible text beside or below the icon. */
  readonly caption?: string | undefined;
  /** Tooltip with the reason why it is blocked. */
  readonly reason?: string | undefined;
  readonly onPress: () => void;
  readonly isDisabled?: boolean;
  readonly isActive?: boolean;
  /** Makes it a toggle button: the label is constant and this is its state. */
  readonly isPressed?: boolean | undefined;
  /** Makes it a menu button. */
  readonly isExpanded?: boolean | undefined;
  readonly id?: string;
  readonly onKeyDown?: KeyboardEventHandler;
  readonly onFocus?: FocusEventHandler<HTMLButtonElement>;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

/** Uses `aria-disabled` instead of `disabled`, to keep the focus when the state changes. */
export function ToolbarButton({
  label,
  caption,
  reason,
  onPress,
  isDisabled = false,
  isActive = false,
  isPressed,
  isExpanded,
  id,
  onKeyDown,
  onFocus,
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
      data-captioned={caption !== undefined}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onClick={() => {
        if (!isDisabled) onPress();
      }}
    >
      {children}
      {caption !== undefined && (
        <span className="oriel-button-caption" aria-hidden="true">
          {caption}
        </span>
      )}
    </button>
  );
}
