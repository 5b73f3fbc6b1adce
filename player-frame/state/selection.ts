import type { TimeRange } from '../../lib/kernel/time-range.ts';
import { recordTypeOf } from './address-parts.ts';
import type { Exporting } from './feature-state.ts';
import type { PlayerState, RequestId } from './player-state.ts';
import type { RecordType } from './recorded-events.ts';
import { answerTo, next, type Step, stay, withToast } from './steps.ts';

export type SelectionRequest =
  /** Null: nothing is selected. */
  | { readonly type: 'request.select'; readonly range: TimeRange | null }
  | { readonly type: 'request.share'; readonly range: TimeRange }
  /** Downloads the range for the viewer; `hasManifest`: with the SHA-256 of its files. */
  | { readonly type: 'request.export'; readonly range: TimeRange; readonly hasManifest: boolean }
  | { readonly type: 'request.cancelExport' };

export type ExportEvent =
  /** The server refused a request for now; it is repeated after these seconds. */
  | { readonly type: 'event.serverBusy'; readonly what: 'export' | 'preview'; readonly seconds: number }
  | { readonly type: 'event.exporting'; readonly exporting: Exporting }
  /** `message`: shown to the viewer; null: nothing. A key of a text, or a text. */
  | { readonly type: 'event.exportEnded'; readonly message: string | null };

/** Executed by the feature `export`. */
export type ExportEffect =
  | { readonly do: 'export'; readonly range: TimeRange; readonly hasManifest: boolean }
  | { readonly do: 'cancelExport' };

/** For the host page. */
export type SelectionNotice =
  | { readonly type: 'selected'; readonly range: TimeRange | null }
  | { readonly type: 'share'; readonly range: TimeRange; readonly recordType: RecordType };

export function onSelectionRequest(state: PlayerState, request: SelectionRequest & { id?: RequestId }): Step {
  const { id } = request;
  const answer = answerTo(id);
  switch (request.type) {
    case 'request.select':
      return stay(state, [{ do: 'notify', notice: { type: 'selected', range: request.range } }, ...answer]);
    case 'request.share': {
      const recordType = recordTypeOf(state.address) ?? 'cloud.rec';
      return stay(state, [
        { do: 'notify', notice: { type: 'share', range: request.range, recordType } },
        ...answer,
      ]);
    }
    case 'request.export':
      // One at a time: both would write files of the same name.
      if (state.exporting) return withToast(state, 'export.running');
      return stay(state, [
        { do: 'export', range: request.range, hasManifest: request.hasManifest },
        ...answer,
      ]);
    case 'request.cancelExport':
      return stay(state, [{ do: 'cancelExport' }, ...answer]);
  }
}

export function onExportEvent(state: PlayerState, event: ExportEvent): Step {
  if (event.type === 'event.exporting') return next({ ...state, exporting: event.exporting });
  if (event.type === 'event.serverBusy')
    return withToast(state, `${event.what}.busy`, { seconds: event.seconds });
  const ended = { ...state, exporting: null };
  return event.message === null ? next(ended) : withToast(ended, event.message);
}
