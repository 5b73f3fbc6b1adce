import { MoreIcon, PictureIcon } from '../../react/icons.tsx';
import { usePlayer, useText } from '../../react/use-player.ts';
import { selectIsMobile } from '../../state/selectors.ts';
import { ButtonIcon } from './button-icons.tsx';
import { useCancelEntry, useMenuEntries } from './menu-button.tsx';
import { cancelId } from './menu-item.ts';
import { type MenuEntry, type MenuGroup, MenuList } from './menu-list.tsx';
import { usePictureEntry } from './picture-button.tsx';
import { ToolbarButton } from './toolbar-button.tsx';
import type { ButtonView } from './toolbar-model.ts';
import { type Menu, useMenu } from './use-menu.ts';
import { usePress } from './use-press.ts';

interface OverflowMenuProps {
  readonly buttons: readonly ButtonView[];
  /** It also offers picture-in-picture. */
  readonly hasPicture: boolean;
}

/** Overflow menu (⋯) for buttons that do not fit, in the order of the theme. */
export function OverflowMenu({ buttons, hasPicture }: OverflowMenuProps) {
  const isMobile = usePlayer(selectIsMobile);
  const menu = useMenu(!isMobile);
  const text = useText();
  return (
    <div ref={menu.anchor} className="oriel-anchor" {...menu.hover}>
      <ToolbarButton id="more" label={text('toolbar.more')} isExpanded={menu.isOpen} onPress={menu.press}>
        <MoreIcon />
      </ToolbarButton>
      {menu.isOpen && (
        <OverflowList menu={menu} buttons={buttons} hasPicture={hasPicture} isSheet={isMobile} />
      )}
    </div>
  );
}

interface OverflowListProps extends OverflowMenuProps {
  readonly menu: Menu;
  readonly isSheet: boolean;
}

function OverflowList({ menu, buttons, hasPicture, isSheet }: OverflowListProps) {
  const text = useText();
  const press = usePress();
  const entriesOf = useMenuEntries();
  const groupOf = (button: ButtonView): MenuGroup => {
    const label = text(button.label, button.labelValues);
    if (button.kind === 'menu') {
      return { id: button.id, label, entries: entriesOf(button).filter(({ id }) => id !== cancelId) };
    }
    const entry: MenuEntry = {
      id: button.id,
      label,
      icon: <ButtonIcon id={button.id} isActive={button.isActive} />,
      kind: button.kind === 'toggle' ? 'check' : 'item',
      isChecked: button.kind === 'toggle' && button.isActive,
      isDisabled: button.isDisabled,
      onChoose: () => press(button),
    };
    return { id: button.id, label: '', entries: [entry] };
  };
  const cancel = useCancelEntry();
  const picture = usePictureEntry(<PictureIcon />);
  const groups = [
    ...buttons.map(groupOf),
    ...(hasPicture ? [{ id: picture.id, label: '', entries: [picture] }] : []),
    ...(isSheet ? [{ id: cancelId, label: '', entries: [cancel] }] : []),
  ];
  return <MenuList menu={menu} label={text('toolbar.more')} groups={groups} isSheet={isSheet} />;
}
