import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import { selectIsAudible, selectVolume } from '../../state/selectors.ts';
import { ButtonIcon } from './button-icons.tsx';
import { ToolbarButton } from './toolbar-button.tsx';
import type { ButtonView } from './toolbar-model.ts';
import { usePress } from './use-press.ts';

const stepPercent = 5;

export interface VolumeControlProps {
  readonly button: ButtonView;
  /** True if the slider fits. */
  readonly hasSlider: boolean;
}

/** Mute button and volume: by the slider, or with the arrow keys on the button. */
export function VolumeControl({ button, hasSlider }: VolumeControlProps) {
  const isAudible = usePlayer(selectIsAudible);
  const volume = usePlayer(selectVolume);
  const isRotated = usePlayer((state) => state.display.isRotated);
  const sendRequest = useSendRequest();
  const text = useText();
  const press = usePress();
  const percent = isAudible ? volume : 0;
  const { isDisabled, reason } = button;

  function onKeyDown(event: KeyboardEvent): void {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0 || isDisabled) return;
    event.preventDefault();
    requestVolume(percent + direction * stepPercent);
  }

  function requestVolume(volume: number): void {
    const next = Math.min(100, Math.max(0, volume));
    if (next !== percent) sendRequest({ type: 'request.setVolume', volume: next });
  }

  /** Native sliders only follow horizontal movement; in a rotated player the slider is vertical on the screen. */
  function onPointer({ buttons, pointerType, clientY, currentTarget }: PointerEvent<HTMLInputElement>): void {
    if (!isRotated || isDisabled || pointerType === 'mouse' || buttons === 0) return;
    const { top, height } = currentTarget.getBoundingClientRect();
    const steps = ((clientY - top) / height) * (100 / stepPercent);
    requestVolume(Math.round(steps) * stepPercent);
  }

  return (
    <div className="oriel-sound">
      <ToolbarButton
        id="sound"
        label={text(button.label)}
        reason={isDisabled && reason ? text(reason) : undefined}
        isDisabled={isDisabled}
        onKeyDown={onKeyDown}
        onPress={() => press(button)}
      >
        <ButtonIcon id="sound" isActive={false} />
      </ToolbarButton>
      {hasSlider && (
        <input
          className="oriel-volume"
          type="range"
          min={0}
          max={100}
          step={stepPercent}
          value={percent}
          aria-label={text('player.volume')}
          aria-valuetext={text('player.volumeValue', { percent })}
          disabled={isDisabled}
          style={{ '--volume': `${percent}%` } as CSSProperties}
          onPointerDown={onPointer}
          onPointerMove={onPointer}
          onChange={(event) =>
            sendRequest({ type: 'request.setVolume', volume: event.currentTarget.valueAsNumber })
          }
        />
      )}
    </div>
  );
}
