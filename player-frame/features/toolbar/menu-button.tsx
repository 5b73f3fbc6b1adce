import { usePlayerView } from '../../react/player-context.ts';
import { usePlayer, useText } from '../../react/use-player.ts';
import { selectIsMobile } from '../../state/selectors.ts';
import { ButtonIcon } from './button-icons.tsx';
import { buttonRegistry } from './button-registry.ts';
import { cancelId, type MenuItem } from './menu-item.ts';
import { type MenuEntry, MenuList } from './menu-list.tsx';
import { ToolbarButton } from './toolbar-button.tsx';
import type { ButtonView } from './toolbar-model.ts';
import { useMenu } from './use-menu.ts';

/** Button with a menu that opens on hover or press; on phones as a bottom sheet. */
export function MenuButton({ button }: { readonly button: ButtonView }) {
  const { id, reason, isDisabled } = button;
  const isMobile = usePlayer(selectIsMobile);
  const menu = useMenu(!isMobile);
  const entriesOf = useMenuEntries();
  const text = useText();
  const label = text(button.label, button.labelValues);
  return (
    <div ref={menu.anchor} className="oriel-anchor" {...(isDisabled ? {} : menu.hover)}>
      <ToolbarButton
        id={id}
        label={label}
        reason={isDisabled && reason ? text(reason) : undefined}
        isDisabled={isDisabled}
        isExpanded={menu.isOpen}
        onPress={menu.press}
      >
        <ButtonIcon id={id} isActive={false} />
      </ToolbarButton>
      {menu.isOpen && (
        <MenuList
          menu={menu}
          label={label}
          isSheet={isMobile}
          groups={[{ id, label: '', entries: entriesOf(button) }]}
        />
      )}
    </div>
  );
}

/** Menu entries of a button, with labels and actions. */
export function useMenuEntries(): (button: ButtonView) => readonly MenuEntry[] {
  const { store, sendRequest } = usePlayerView();
  const text = useText();
  const entryOf = (id: ButtonView['id'], item: MenuItem): MenuEntry => ({
    id: item.id,
    label: text(item.label),
    icon: null,
    kind: item.id === cancelId ? 'item' : 'radio',
    isChecked: item.isChosen,
    isDisabled: false,
    onChoose() {
      if (!item.request) return;
      sendRequest({ type: 'request.chooseButton', iconId: id });
      sendRequest(item.request);
    },
  });
  return ({ id }) => (buttonRegistry[id].menu?.(store.getState()) ?? []).map((item) => entryOf(id, item));
}

/** The last entry of a sheet. */
export function useCancelEntry(): MenuEntry {
  return {
    ...{ id: cancelId, label: useText()('toolbar.cancel'), icon: null, kind: 'item' },
    ...{ isChecked: false, isDisabled: false, onChoose: () => undefined },
  };
}
