import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useCancelEntry } from '../features/toolbar/menu-button.tsx';
import { type MenuEntry, MenuList } from '../features/toolbar/menu-list.tsx';
import { usePictureEntry } from '../features/toolbar/picture-button.tsx';
import { useMenu } from '../features/toolbar/use-menu.ts';
import { usePlayer, useSendRequest, useText } from '../react/use-player.ts';
import { selectIsMobile } from '../state/selectors.ts';

/** The menu of the right mouse button and of Shift+F10: picture-in-picture, a link to what is shown, the statistics. */
export function ContextMenu({ hasControls }: { readonly hasControls: boolean }) {
  const canLink = usePlayer(({ display }) => display.canLink);
  const canPicture = usePlayer(({ display }) => display.canPicture) && hasControls;
  return canLink || canPicture ? <PlayerMenu canLink={canLink} canPicture={canPicture} /> : null;
}

interface PlayerMenuProps {
  readonly canLink: boolean;
  readonly canPicture: boolean;
}

function PlayerMenu({ canLink, canPicture }: PlayerMenuProps) {
  const sendRequest = useSendRequest();
  const text = useText();
  const isMobile = usePlayer(selectIsMobile);
  const cancel = useCancelEntry();
  const menu = useMenu(false);
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const latest = useRef(menu);
  latest.current = menu;
  const before = useRef<Element | null>(null);

  useEffect(() => {
    const onMenu = (event: MouseEvent): void => {
      // Texts that can be edited keep the menu of the browser.
      if (
        event.defaultPrevented ||
        (event.target instanceof Element && event.target.closest('input, textarea'))
      )
        return;
      event.preventDefault();
      before.current = document.activeElement;
      // From the keyboard, some browsers give no position: it is kept in the frame (react/keep-in-frame.ts).
      setPlace({ x: event.clientX, y: event.clientY });
      if (!latest.current.isOpen) latest.current.press();
    };
    window.addEventListener('contextmenu', onMenu);
    return () => window.removeEventListener('contextmenu', onMenu);
  }, []);

  // The menu is gone, and with it the focus.
  const { isOpen } = menu;
  useEffect(() => {
    if (!isOpen && document.activeElement === document.body && before.current instanceof HTMLElement)
      before.current.focus();
  }, [isOpen]);

  const entry = (id: string, label: string, onChoose: () => void): MenuEntry => ({
    ...{ id, label, onChoose, icon: null, kind: 'item', isChecked: false, isDisabled: false },
  });
  const picture = usePictureEntry(null);
  const entries = [
    ...(canPicture ? [picture] : []),
    ...(canLink
      ? [entry('copyLink', text('toolbar.copyLink'), () => sendRequest({ type: 'request.copyLink' }))]
      : []),
    entry('diagnosis', text('stats.open'), () => sendRequest({ type: 'request.toggleDiagnosis' })),
    ...(isMobile ? [cancel] : []),
  ];
  return (
    <div ref={menu.anchor} className="oriel-context" style={{ left: place.x, top: place.y } as CSSProperties}>
      {isOpen && (
        <MenuList
          menu={menu}
          label={text('toolbar.menu')}
          groups={[{ id: 'menu', label: '', entries }]}
          isSheet={isMobile}
        />
      )}
    </div>
  );
}
