import { useRef } from 'react';
import type { TimeRange } from '../../lib/kernel/time-range.ts';
import type { Zone } from '../../lib/kernel/zone-time.ts';
import { rangeText } from '../recorded-time/range-text.ts';
import { lengthText } from './duration-text.ts';
import { useText } from './use-player.ts';

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
  isChanging,
  actions,
  onClear,
}: {
  readonly range: TimeRange;
  readonly zone: Zone;
  /** An end is being dragged. */
  readonly isChanging: boolean;
  readonly actions: SelectionActions | undefined;
  readonly onClear: () => void;
}) {
  const text = useText();
  const shown = `${rangeText(range, zone)} (${lengthText(range, text)})`;
  const settled = useRef('');
  if (!isChanging) settled.current = shown;
  return (
    <div className="oriel-timeline-selection">
      <span aria-hidden="true">{shown}</span>
      {/* Screen readers say each change, so those of a drag are left out. */}
      <span className="oriel-unseen" role="status">
        {settled.current}
      </span>
      <SelectionButtons range={range} actions={actions} />
      <SelectionButton label={text('timeline.clear')} onPress={onClear} />
    </div>
  );
}

/** Export with its progress, and share. */
export function SelectionButtons({
  range,
  actions,
}: {
  readonly range: TimeRange;
  readonly actions: SelectionActions | undefined;
}) {
  const text = useText();
  const { onExport, onShare, onCancelExport, exported = null } = actions ?? {};
  return (
    <>
      {exported !== null && (
        <>
          <progress
            className="oriel-selection-progress"
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
            isSpare
            onPress={() => onExport(range, true)}
          />
        </>
      )}
      {onShare && <SelectionButton label={text('timeline.share')} onPress={() => onShare(range)} />}
    </>
  );
}

function SelectionButton({
  label,
  title,
  isSpare = false,
  onPress,
}: {
  readonly label: string;
  readonly title?: string;
  /** Left out where there is no space. */
  readonly isSpare?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="oriel-selection-button"
      data-spare={isSpare}
      title={title}
      aria-label={title}
      onClick={onPress}
    >
      {label}
    </button>
  );
}
