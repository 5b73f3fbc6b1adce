import { type CSSProperties, type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { keepInFrame } from '../../react/keep-in-frame.ts';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import { selectIsAudible, selectVolume } from '../../state/selectors.ts';
import { ButtonIcon } from './button-icons.tsx';
import { ToolbarButton } from './toolbar-button.tsx';
import type { ButtonView } from './toolbar-model.ts';
import { useMenu } from './use-menu.ts';
import { usePress } from './use-press.ts';

const stepPercent = 5;

export interface VolumeControlProps {
  readonly button: ButtonView;
  /** True if the slider is in the bar; otherwise it opens over the button. */
  readonly hasSlider: boolean;
  readonly hasLabel: boolean;
}

/**
 * Mute button and volume: by the slider, which opens on hover, keyboard focus and tap, or with the arrow keys on the
 * button.
 */
export function VolumeControl({ button, hasSlider, hasLabel }: VolumeControlProps) {
  const volume = useVolume();
  const flyout = useMenu(true);
  const text = useText();
  const press = usePress();
  const { isDisabled, reason } = button;
  const isOpen = !hasSlider && !isDisabled && flyout.isOpen;

  function onKeyDown(event: KeyboardEvent): void {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0 || isDisabled) return;
    event.preventDefault();
    volume.change(volume.percent + direction * stepPercent);
  }

  return (
    <div ref={flyout.anchor} className="oriel-anchor oriel-sound" {...flyout.hover}>
      <ToolbarButton
        id="sound"
        label={text(button.label)}
        caption={hasLabel ? text(button.label) : undefined}
        reason={isDisabled && reason ? text(reason) : undefined}
        isDisabled={isDisabled}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) flyout.reveal();
        }}
        onPress={() => {
          press(button);
          flyout.reveal();
        }}
      >
        <ButtonIcon id="sound" isActive={false} />
      </ToolbarButton>
      {hasSlider && <VolumeSlider isDisabled={isDisabled} />}
      {isOpen && <VolumeFlyout />}
    </div>
  );
}

function VolumeFlyout() {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (panel.current) keepInFrame(panel.current);
  }, []);
  return (
    <div ref={panel} className="oriel-volume-panel">
      <VolumeSlider isDisabled={false} />
    </div>
  );
}

function VolumeSlider({ isDisabled }: { readonly isDisabled: boolean }) {
  const { percent, change } = useVolume();
  const isRotated = usePlayer((state) => state.display.isRotated);
  const text = useText();

  /** Native sliders only follow horizontal movement; in a rotated player the slider is vertical on the screen. */
  function onPointer({ buttons, pointerType, clientY, currentTarget }: PointerEvent<HTMLInputElement>): void {
    if (!isRotated || isDisabled || pointerType === 'mouse' || buttons === 0) return;
    const { top, height } = currentTarget.getBoundingClientRect();
    const steps = ((clientY - top) / height) * (100 / stepPercent);
    change(Math.round(steps) * stepPercent);
  }

  return (
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
      onChange={(event) => change(event.currentTarget.valueAsNumber)}
    />
  );
}

function useVolume(): { readonly percent: number; change(percent: number): void } {
  const isAudible = usePlayer(selectIsAudible);
  const volume = usePlayer(selectVolume);
  const sendRequest = useSendRequest();
  const percent = isAudible ? volume : 0;
  return {
    percent,
    change(to) {
      const next = Math.min(100, Math.max(0, to));
      if (next !== percent) sendRequest({ type: 'request.setVolume', volume: next });
    },
  };
}
