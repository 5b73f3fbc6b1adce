import type { TimeRange } from '../../../lib/kernel/time-range.ts';
import type { Zone } from '../../../lib/kernel/zone-time.ts';
import { lengthText } from '../../react/duration-text.ts';
import { CloseIcon } from '../../react/icons.tsx';
import { type SelectionActions, SelectionButtons } from '../../react/selection-bar.tsx';
import { useText } from '../../react/use-player.ts';
import { clockRangeText } from '../../recorded-time/range-text.ts';

/** Heading of the hours while a range is selected: the range, and what can be done with it. */
export function SelectionHead({
  range,
  zone,
  actions,
  onClear,
}: {
  readonly range: TimeRange;
  readonly zone: Zone;
  readonly actions: SelectionActions;
  readonly onClear: () => void;
}) {
  const text = useText();
  return (
    <header className="oriel-panel-head">
      <div className="oriel-panel-range">
        <span>{clockRangeText(range, zone)}</span>
        <span>{text('ruler.length', { length: lengthText(range, text) })}</span>
      </div>
      <SelectionButtons range={range} actions={actions} />
      <button type="button" className="oriel-button" aria-label={text('timeline.clear')} onClick={onClear}>
        <CloseIcon />
      </button>
    </header>
  );
}
