import type { TimeRange } from '../../../lib/kernel/time-range.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import { closestEdge } from '../../recorded-time/bands.ts';
import { nothingRecorded, type RecordedTime, snapPx, targetOf } from '../../recorded-time/recorded-time.ts';
import { type TimeView, timeAt, xOf } from '../../recorded-time/time-view.ts';
import {
  firstLevel,
  type Level,
  msPerPixelOf,
  nextLevel,
  scaleOfLevel,
  stepLevel,
  type TimeScale,
  zoomed,
} from './time-scale.ts';

export interface TimelineEvents {
  /** Something that is drawn has changed. */
  onChange(): void;
  /** The viewer chose a moment to play. */
  onSeek(at: EpochMs): void;
  onSelect(range: TimeRange | null): void;
  /** The scale is at another level of the specification, or closest to it. */
  onLevel(level: Level): void;
}

/** The player shows the chosen moment, or the first frame after it. */
const settledMs: Ms = 1_500;
/** Shorter movements are a click. */
const clickPx = 3;
/** Distance at which a handle of the selection is gripped; by a finger. */
const gripPx = 6;
const fingerGripPx = 16;
/** Shorter selections are taken for a click. */
const minSelectionPx = 3;

type Gesture =
  | { readonly kind: 'drag'; readonly fromX: number; readonly from: EpochMs; moved: boolean }
  | {
      readonly kind: 'select';
      readonly fixed: EpochMs;
      readonly before: TimeRange | null;
      readonly fromX: number;
    };

/**
 * What the viewer does with the timeline, without a DOM: positions are pixels from its left edge. The playing moment is
 * at the centre line. Zooming keeps the time at the pointer, so the line leaves the centre until `recentre`.
 */
export class TimelineController {
  readonly #events: TimelineEvents;
  #width = 0;
  #scale: TimeScale = scaleOfLevel(firstLevel);
  /** Distance of the line from the centre. */
  #offsetPx = 0;
  #current: EpochMs;
  /** Chosen, but not shown by the player yet. */
  #preview: EpochMs | null = null;
  #gesture: Gesture | null = null;
  #selection: TimeRange | null = null;
  #recorded: RecordedTime = nothingRecorded;
  #limits: TimeRange;
  #isReadOnly = false;
  #isSelecting = false;

  constructor(events: TimelineEvents, current: EpochMs) {
    this.#events = events;
    this.#current = current;
    this.#limits = { begin: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
  }

  get scale(): TimeScale {
    return this.#scale;
  }
  get selection(): TimeRange | null {
    return this.#selection;
  }
  get recorded(): RecordedTime {
    return this.#recorded;
  }
  get limits(): TimeRange {
    return this.#limits;
  }
  /** The next drag selects a range, as with Shift. */
  get isSelecting(): boolean {
    return this.#isSelecting;
  }
  get isDragging(): boolean {
    return this.#gesture?.kind === 'drag' && this.#gesture.moved;
  }
  get isReadOnly(): boolean {
    return this.#isReadOnly;
  }
  get offsetPx(): number {
    return this.#offsetPx;
  }
  /** Null: the line is at the playing moment. */
  get chosen(): EpochMs | null {
    return this.#preview;
  }
  /** The moment at the line: dragged, or playing. */
  get moment(): EpochMs {
    return this.#preview ?? this.#current;
  }
  get lineX(): number {
    return this.#width / 2 + this.#offsetPx;
  }
  get view(): TimeView {
    const msPerPixel = msPerPixelOf(this.#scale);
    return { origin: this.moment - this.lineX * msPerPixel, msPerPixel, width: this.#width };
  }

  timeAt(x: number): EpochMs {
    return timeAt(this.view, x);
  }

  resize(width: number): void {
    if (width === this.#width) return;
    this.#width = width;
    this.#events.onChange();
  }

  /** The shown frame. Redraws only if the line moves by a pixel of the display, or its text changes. */
  setCurrent(at: EpochMs, devicePixelRatio = 1): void {
    const before = this.#current;
    this.#current = at;
    if (this.#preview !== null) {
      if (!this.isBusy && Math.abs(at - this.#preview) < settledMs) this.settle();
      return;
    }
    const pixel = msPerPixelOf(this.#scale) / devicePixelRatio;
    const isSeen = Math.floor(before / pixel) !== Math.floor(at / pixel);
    if (isSeen || Math.floor(before / 1_000) !== Math.floor(at / 1_000)) this.#events.onChange();
  }

  setRecorded(recorded: RecordedTime): void {
    if (recorded === this.#recorded) return;
    this.#recorded = recorded;
    this.#events.onChange();
  }

  /** Moments outside cannot be chosen: the future, and what is outside of the address's window. */
  setLimits(limits: TimeRange): void {
    if (limits.begin === this.#limits.begin && limits.end === this.#limits.end) return;
    this.#limits = limits;
    this.#events.onChange();
  }

  setReadOnly(isReadOnly: boolean): void {
    if (isReadOnly === this.#isReadOnly) return;
    this.#isReadOnly = isReadOnly;
    if (isReadOnly) {
      this.cancel();
      this.#isSelecting = false;
    }
    this.#events.onChange();
  }

  /** Plus raises the level, minus lowers it; around the line. */
  stepLevel(by: 1 | -1): void {
    if (nextLevel(this.#scale, by) !== null) this.#setScale(stepLevel(this.#scale, by), this.lineX);
  }

  /** Wheel or pinch at `x`. A factor above 1 shows more time. A pinch also moves the time at `x` to `toX`. */
  zoom(factor: number, x: number, toX = x): void {
    if (!this.#isReadOnly) this.#setScale(zoomed(this.#scale, factor), x, toX);
  }

  #setScale(scale: TimeScale, anchorX: number, toX = anchorX): void {
    const anchor = this.timeAt(anchorX);
    const isOtherLevel = scale.level !== this.#scale.level;
    this.#scale = scale;
    this.#offsetPx = toX - (anchor - this.moment) / msPerPixelOf(scale) - this.#width / 2;
    this.#events.onChange();
    if (isOtherLevel) this.#events.onLevel(scale.level);
  }

  /** Moves the line towards the centre; `share` of 1 completes it. Returns whether it is there. */
  recentre(share: number): boolean {
    if (this.#offsetPx === 0 || this.#gesture) return true;
    const left = this.#offsetPx * (1 - share);
    this.#offsetPx = Math.abs(left) < 0.5 ? 0 : left;
    this.#events.onChange();
    return this.#offsetPx === 0;
  }

  setSelecting(isSelecting: boolean): void {
    if (isSelecting === this.#isSelecting) return;
    this.#isSelecting = isSelecting && !this.#isReadOnly;
    this.#events.onChange();
  }

  pointerDown(x: number, { shift = false, isFinger = false } = {}): void {
    if (this.#isReadOnly) return;
    const handle = this.#handleAt(x, isFinger ? fingerGripPx : gripPx);
    if (handle) {
      const fixed = handle === 'begin' ? this.#selection!.end : this.#selection!.begin; // has a handle
      this.#gesture = { kind: 'select', fixed, before: this.#selection, fromX: x };
      return;
    }
    if (shift || this.#isSelecting) {
      this.#gesture = {
        kind: 'select',
        fixed: this.#limited(this.timeAt(x)),
        before: this.#selection,
        fromX: x,
      };
      return;
    }
    this.#gesture = { kind: 'drag', fromX: x, from: this.moment, moved: false };
  }

  pointerMove(x: number, { alt = false } = {}): void {
    const gesture = this.#gesture;
    if (gesture?.kind === 'select') {
      const at = this.#snapped(this.#limited(this.timeAt(x)), alt);
      if (Math.abs(x - gesture.fromX) >= minSelectionPx || gesture.before)
        this.#selectBetween(gesture.fixed, at);
    }
    if (gesture?.kind !== 'drag') return;
    if (!gesture.moved && Math.abs(x - gesture.fromX) < clickPx) return;
    if (!gesture.moved) this.#takeLine(gesture);
    this.#preview = this.#limited(gesture.from - (x - gesture.fromX) * msPerPixelOf(this.#scale));
    this.#events.onChange();
  }

  /** A drag moves the moment at the line. If the line is out of view, the centre becomes the line. */
  #takeLine(gesture: Extract<Gesture, { kind: 'drag' }>): void {
    gesture.moved = true;
    if (this.lineX >= 0 && this.lineX <= this.#width) return;
    const centre = this.timeAt(this.#width / 2);
    this.#offsetPx = 0;
    Object.assign(gesture, { from: centre });
  }

  /** Commits. A click, without a movement, chooses the moment under the pointer. */
  pointerUp(x: number, { alt = false } = {}): void {
    const gesture = this.#gesture;
    this.#gesture = null;
    if (gesture?.kind === 'select') {
      // Once selected, the next drag moves the timeline again.
      if (this.#selection) this.setSelecting(false);
      this.#events.onSelect(this.#selection);
    }
    if (gesture?.kind !== 'drag') return;
    if (gesture.moved) this.#seek(this.moment, alt);
    else this.#seek(this.timeAt(x), alt);
  }

  /** The pointer left, or Escape: the moment stays as it was. */
  cancel(): void {
    const gesture = this.#gesture;
    this.#gesture = null;
    if (gesture?.kind === 'drag') this.#preview = null;
    if (gesture?.kind === 'select') this.#selection = gesture.before;
    if (gesture) this.#events.onChange();
  }

  get isBusy(): boolean {
    return this.#gesture !== null;
  }

  /** Chooses a moment without a pointer. */
  seek(at: EpochMs): void {
    if (!this.#isReadOnly) this.#seek(at, true, true);
  }

  /** `saysGap`: the player gets the moment as it is, and says that nothing is recorded there. */
  #seek(at: EpochMs, isExact: boolean, saysGap = false): void {
    const withinMs = isExact ? 0 : snapPx * msPerPixelOf(this.#scale);
    const target = this.#limited(targetOf(this.#recorded, this.#limited(at), withinMs));
    const shownAt = xOf(this.view, target);
    this.#preview = target;
    // The picture does not jump: the chosen moment stays under the pointer, then moves to the centre.
    this.#offsetPx = shownAt - this.#width / 2;
    this.#events.onChange();
    this.#events.onSeek(saysGap ? this.#limited(at) : target);
  }

  /** The player shows the chosen moment, or did not within its limit. */
  settle(): void {
    if (this.#preview === null || this.isBusy) return;
    this.#preview = null;
    this.#events.onChange();
  }

  /** I and O: the selection begins or ends at the line. */
  mark(edge: 'begin' | 'end'): void {
    if (this.#isReadOnly) return;
    const { moment } = this;
    const other = edge === 'begin' ? this.#selection?.end : this.#selection?.begin;
    // Without the other edge, the selection is as long as a third of the view.
    const length = (this.#width / 3) * msPerPixelOf(this.#scale);
    const isInOrder = other !== undefined && (edge === 'begin' ? moment < other : moment > other);
    const opposite = isInOrder ? other : this.#limited(edge === 'begin' ? moment + length : moment - length);
    this.#selectBetween(moment, opposite);
    this.#events.onSelect(this.#selection);
  }

  clearSelection(): void {
    if (!this.#selection) return;
    this.#selection = null;
    this.#events.onChange();
    this.#events.onSelect(null);
  }

  /** Whether a press here grips a handle of the selection. */
  isHandleAt(x: number): boolean {
    return this.#handleAt(x, gripPx) !== null;
  }

  #handleAt(x: number, withinPx: number): 'begin' | 'end' | null {
    const selection = this.#selection;
    if (!selection) return null;
    const distance = { begin: this.#pixelsTo(selection.begin, x), end: this.#pixelsTo(selection.end, x) };
    if (Math.min(distance.begin, distance.end) > withinPx) return null;
    return distance.begin <= distance.end ? 'begin' : 'end';
  }

  #pixelsTo(at: EpochMs, x: number): number {
    return Math.abs(xOf(this.view, at) - x);
  }

  #selectBetween(one: EpochMs, other: EpochMs): void {
    this.#selection = one === other ? null : { begin: Math.min(one, other), end: Math.max(one, other) };
    this.#events.onChange();
  }

  #snapped(at: EpochMs, isExact: boolean): EpochMs {
    const edge = isExact ? null : closestEdge(this.#recorded.all, at, snapPx * msPerPixelOf(this.#scale));
    return edge ?? at;
  }

  #limited(at: EpochMs): EpochMs {
    return Math.min(this.#limits.end, Math.max(this.#limits.begin, at));
  }
}
