import { useLayoutEffect, useRef } from 'react';
import { LeftIcon, RemoveIcon, RightIcon } from '../../react/icons.tsx';
import { keepInFrame } from '../../react/keep-in-frame.ts';
import { usePlayerView } from '../../react/player-context.ts';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import { movesOf } from '../../state/theme-edits.ts';
import { ButtonIcon } from './button-icons.tsx';
import { ToolbarButton } from './toolbar-button.tsx';
import type { ButtonView } from './toolbar-model.ts';

/** A button in editing mode: pressing it only selects it. */
export function EditableButton({ button }: { readonly button: ButtonView }) {
  const { id, kind, label, labelValues } = button;
  const isChosen = usePlayer((state) => state.theming.chosen === id);
  const sendRequest = useSendRequest();
  const name = useText()(label, labelValues);
  return (
    <div className="oriel-anchor oriel-editable" data-kind={kind}>
      <ToolbarButton
        id={id}
        // The visible text is part of the name.
        label={button.text ? `${name} ${button.text}` : name}
        isActive={isChosen}
        isPressed={isChosen}
        onPress={() => sendRequest({ type: 'request.chooseButton', iconId: id })}
      >
        {kind === 'text' ? (
          <span className="oriel-device">{button.text || name}</span>
        ) : (
          <ButtonIcon id={id} isActive={false} />
        )}
      </ToolbarButton>
      {isChosen && <EditPanel id={id} name={name} />}
    </div>
  );
}

/** Move left, move right and remove, for the selected button. */
function EditPanel({ id, name }: { readonly id: ButtonView['id']; readonly name: string }) {
  const { store, sendRequest } = usePlayerView();
  const text = useText();
  const moves = usePlayer((state) => (state.theming.theme ? sidesOf(movesOf(state.theming.theme, id)) : ''));
  const panel = useRef<HTMLFieldSetElement>(null);
  const focused = useRef<HTMLElement | null>(null);

  // Moving a button moves the panel too, which loses the focus.
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    keepInFrame(element);
    if (document.activeElement === document.body) focused.current?.focus();
  });

  function remove(): void {
    const bar = panel.current?.closest('.oriel-bar');
    const all = [...(bar?.querySelectorAll<HTMLElement>('.oriel-editable > .oriel-button') ?? [])];
    const at = all.findIndex((button) => button.dataset.id === id);
    sendRequest({ type: 'request.removeButton', iconId: id });
    if (store.getState().theming.chosen === null) (all[at + 1] ?? all[at - 1])?.focus();
  }

  const move = (to: 'left' | 'right') => sendRequest({ type: 'request.moveButton', iconId: id, to });
  return (
    <fieldset
      ref={panel}
      className="oriel-edit"
      aria-label={text('toolbar.editing', { name })}
      onFocus={(event) => {
        focused.current = event.target;
      }}
    >
      <ToolbarButton
        label={text('toolbar.moveLeft')}
        isDisabled={!moves.includes('l')}
        onPress={() => move('left')}
      >
        <LeftIcon />
      </ToolbarButton>
      <ToolbarButton
        label={text('toolbar.moveRight')}
        isDisabled={!moves.includes('r')}
        onPress={() => move('right')}
      >
        <RightIcon />
      </ToolbarButton>
      <ToolbarButton label={text('toolbar.remove')} onPress={remove}>
        <RemoveIcon />
      </ToolbarButton>
    </fieldset>
  );
}

/** A string, because selectors must not return new objects. */
const sidesOf = ({ left, right }: { left: boolean; right: boolean }) =>
  `${left ? 'l' : ''}${right ? 'r' : ''}`;
