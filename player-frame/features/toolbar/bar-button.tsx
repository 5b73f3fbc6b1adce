import { useText } from '../../react/use-player.ts';
import { ButtonIcon } from './button-icons.tsx';
import { EditableButton } from './editable-button.tsx';
import { MenuButton } from './menu-button.tsx';
import { ToolbarButton } from './toolbar-button.tsx';
import type { ButtonView } from './toolbar-model.ts';
import { usePress } from './use-press.ts';
import { VolumeControl } from './volume-control.tsx';

export interface BarButtonProps {
  readonly button: ButtonView;
  readonly isEditing: boolean;
  readonly hasSlider: boolean;
  readonly hasLabel: boolean;
}

/** Renders a toolbar item by its kind. */
export function BarButton({ button, isEditing, hasSlider, hasLabel }: BarButtonProps) {
  if (isEditing) return <EditableButton button={button} />;
  if (button.kind === 'text') return <DeviceText button={button} />;
  if (button.kind === 'menu') return <MenuButton button={button} />;
  if (button.id === 'sound') {
    return <VolumeControl button={button} hasSlider={hasSlider} hasLabel={hasLabel} />;
  }
  return <PressButton button={button} hasLabel={hasLabel} />;
}

interface PressButtonProps {
  readonly button: ButtonView;
  readonly hasLabel: boolean;
}

export function PressButton({ button, hasLabel }: PressButtonProps) {
  const { id, kind, label, reason, isActive, isDisabled } = button;
  const text = useText();
  const press = usePress();
  return (
    <ToolbarButton
      id={id}
      label={text(label)}
      caption={hasLabel ? text(label) : undefined}
      reason={isDisabled && reason ? text(reason) : undefined}
      isDisabled={isDisabled}
      isActive={isActive}
      isPressed={kind === 'toggle' ? isActive : undefined}
      onPress={() => press(button)}
    >
      <ButtonIcon id={id} isActive={isActive} />
    </ToolbarButton>
  );
}

/** Truncated at 160 px, with the full text as tooltip and for screen readers. */
function DeviceText({ button: { id, text, label } }: { readonly button: ButtonView }) {
  const name = useText()(label);
  if (!text) return null;
  return (
    <span className="oriel-device" data-id={id} title={text}>
      <span className="oriel-unseen">{name} </span>
      {text}
    </span>
  );
}
