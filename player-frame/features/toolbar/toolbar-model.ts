import { type IconId, readIconId } from '../../../lib/contracts/theme/icon-id.ts';
import type { ThemeButton, ThemeSection } from '../../../lib/contracts/theme/theme.ts';
import type { MessageKey } from '../../../lib/i18n/translate.ts';
import { selectDeviceSerial } from '../../state/early-selectors.ts';
import { addressKindOf } from '../../state/ladder.ts';
import type { PlayerState } from '../../state/player-state.ts';
import { selectDeviceName } from '../../state/selectors.ts';
import { type ButtonSpec, buttonRegistry, type LabelValues } from './button-registry.ts';

// Pure functions from theme and state to the bars.

export interface ButtonView {
  readonly id: IconId;
  readonly kind: ButtonSpec['kind'];
  readonly label: MessageKey;
  readonly labelValues?: LabelValues | undefined;
  /** Text of a `text` item; otherwise empty. */
  readonly text: string;
  readonly isActive: boolean;
  readonly isDisabled: boolean;
  /** In the theme and supported, or the theme is being edited. */
  readonly isShown: boolean;
  /** Why it is blocked or not shown; null: neither. */
  readonly reason: MessageKey | null;
}

export interface BarView {
  readonly left: readonly ButtonView[];
  readonly right: readonly ButtonView[];
  /** At least one item is shown. */
  readonly isShown: boolean;
}

export interface ToolbarView {
  readonly header: BarView;
  readonly footer: BarView;
}

/** What a player without video can do. */
const ofControls: ReadonlySet<IconId> = new Set([
  'deviceName',
  'deviceID',
  'cloudRec',
  'rec',
  'play',
  'speed',
]);

/** What needs a camera of ours. A stream of another server has none of it. */
const ofCameras: ReadonlySet<IconId> = new Set([
  'deviceName',
  'deviceID',
  'cloudRec',
  'rec',
  'talk',
  'broadcast',
  'pantile',
  'speed',
  'hd',
]);

const noBar: BarView = { left: [], right: [], isShown: false };

export function toolbarModel(state: PlayerState): ToolbarView {
  const { theme } = state.theming;
  if (!theme) return { header: noBar, footer: noBar };
  return { header: barOf(state, theme.header), footer: barOf(state, theme.footer) };
}

function barOf(state: PlayerState, { btnList }: ThemeSection): BarView {
  const side = (part: ThemeButton['part']) =>
    btnList.filter((button) => button.part === part).flatMap((button) => viewOf(state, button) ?? []);
  const left = side('left');
  const right = side('right');
  return { left, right, isShown: [...left, ...right].some(({ isShown }) => isShown) };
}

function viewOf(state: PlayerState, { iconId, isrender }: ThemeButton): ButtonView | null {
  const id = readIconId(iconId);
  if (id === null) return null;
  const spec = buttonRegistry[id];
  const { isEditing } = state.theming;
  const isAvailable =
    spec.isAvailable(state) &&
    (!state.display.isControlsOnly || ofControls.has(id)) &&
    !(ofCameras.has(id) && addressKindOf(state.address) === 'plain');
  const blockedBy = spec.blockedBy(state);
  return {
    id,
    kind: spec.kind,
    label: spec.label(state),
    labelValues: spec.values?.(state),
    text: textOf(state, id),
    isActive: spec.isOn(state),
    isDisabled: !isEditing && blockedBy !== null,
    isShown: isrender === 1 && (isAvailable || isEditing),
    reason: isAvailable ? blockedBy : 'toolbar.unavailable',
  };
}

function textOf(state: PlayerState, id: IconId): string {
  if (id === 'deviceID') return selectDeviceSerial(state);
  return id === 'deviceName' ? nameOf(state) : '';
}

/** The serial number is shown until the name is known, unless the bar already contains it. */
function nameOf(state: PlayerState): string {
  const name = selectDeviceName(state);
  const isRepeated = name === selectDeviceSerial(state) && showsSerial(state);
  return isRepeated ? '' : name;
}

function showsSerial({ theming: { theme } }: PlayerState): boolean {
  const buttons = theme ? [...theme.header.btnList, ...theme.footer.btnList] : [];
  return buttons.some(({ iconId, isrender }) => iconId === 'deviceID' && isrender === 1);
}

export function shownButtons({ header, footer }: ToolbarView): readonly ButtonView[] {
  return [header, footer].flatMap(({ left, right }) => [...left, ...right].filter(({ isShown }) => isShown));
}
