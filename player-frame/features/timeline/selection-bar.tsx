import type { Zone } from '../../../lib/kernel/zone-time.ts';
import { useText } from '../../react/use-player.ts';
import { momentText } from '../../recorded-time/time-text.ts';
import type { TimeRange } from './timeline-controller.ts';

/** What can be done with a selected range. An absent action has no button. */
export interface SelectionActions {
  readonly onExport?: ((range: TimeRange, hasManifest: boolean) => void) | undefined;
  readonly onShare?: ((range: TimeRange) => void) | undefined;
  readonly onCancelExport: () => void;
  /** Of the running export, 0 to 1; null: none is running. */
  readonly exported: number | null;
}

/** The selected range, and what can be done with it. */
export function SelectionBar({
  range,
  zone,
  actions,
  onClear,
}: {
  readonly range: TimeRange;
  readonly zone: Zone;
  readonly actions: SelectionActions | undefined;
  readonly onClear: () => void;
}) {
  const text = useText();
  const { onExport, onShare, onCancelExport, exported = null } = actions ?? {};
  return (
    <div className="oriel-timeline-selection">
      <span role="status">{rangeText(range, zone)}</span>
      {exported !== null && (
        <>
          <progress
            className="oriel-timeline-progress"
            value={exported}
            aria-label={text('timeline.exporting', { percent: Math.floor(exported * 100) })}
          />
          <SelectionButton label={text('timeline.cancelExport')} onPress={onCancelExport!} />
        </>
      )}
      {exported === null && onExport && (
        <>
          <SelectionButton label={text('timeline.export')} onPress={() => onExport(range, false)} />
          <SelectionButton
            label={text('timeline.manifest')}
            title={text('timeline.exportManifest')}
            onPress={() => onExport(range, true)}
          />
        </>
      )}
      {onShare && <SelectionButton label={text('timeline.share')} onPress={() => onShare(range)} />}
      <SelectionButton label={text('timeline.clear')} onPress={onClear} />
    </div>
  );
}

function SelectionButton({
  label,
  title,
  onPress,
}: {
  readonly label: string;
  readonly title?: string;
  readonly onPress: () => void;
}) {
  return (
    <button type="button" className="oriel-timeline-clear" title={title} aria-label={title} onClick={onPress}>
      {label}
    </button>
  );
}

function rangeText({ begin, end }: TimeRange, zone: Zone): string {
  const from = momentText(begin, zone, true);
  const to = momentText(end, zone, true);
  const isSameDay = from.slice(0, 10) === to.slice(0, 10);
  return `${from} – ${isSameDay ? to.slice(11) : to} (${((end - begin) / 1_000).toFixed(1)} s)`;
}
