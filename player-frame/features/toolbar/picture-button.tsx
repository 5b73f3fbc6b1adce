import { PictureIcon } from '../../react/icons.tsx';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import { selectIsActive } from '../../state/selectors.ts';
import type { MenuEntry } from './menu-list.tsx';
import { ToolbarButton } from './toolbar-button.tsx';

function usePicture() {
  const isOpen = usePlayer(({ isInPicture }) => isInPicture);
  const isPlaying = usePlayer((state) => selectIsActive(state) && state.hasFrame);
  const sendRequest = useSendRequest();
  const text = useText();
  return {
    isOpen,
    label: text('toolbar.pictureInPicture'),
    isDisabled: !isPlaying && !isOpen,
    reason: text('player.notPlaying'),
    toggle: () => sendRequest({ type: 'request.togglePicture' }),
  };
}

/** Picture-in-picture. Not a button of the theme: the browser decides whether it exists, and the page may hide it. */
export function PictureButton() {
  const { isOpen, label, isDisabled, reason, toggle } = usePicture();
  return (
    <ToolbarButton
      id="pictureInPicture"
      label={label}
      reason={isDisabled ? reason : undefined}
      isDisabled={isDisabled}
      isActive={isOpen}
      isPressed={isOpen}
      onPress={toggle}
    >
      <PictureIcon />
    </ToolbarButton>
  );
}

/** The same in a menu. */
export function usePictureEntry(icon: MenuEntry['icon']): MenuEntry {
  const { isOpen, label, isDisabled, toggle } = usePicture();
  return {
    id: 'pictureInPicture',
    label,
    icon,
    kind: 'check',
    isChecked: isOpen,
    isDisabled,
    onChoose: toggle,
  };
}
