import { parseEzopen } from '../../../lib/ezopen/address.ts';
import { compactOf } from '../../../lib/ezopen/written-time.ts';
import type { Decryption } from '../../../lib/kernel/decryption.ts';
import type { TimeRange } from '../../../lib/kernel/time-range.ts';
import type { Ms } from '../../../lib/kernel/units.ts';
import { dateOf } from '../../../lib/kernel/zone-days.ts';
import { type FrameEventData, type HostCallResult, RequestError } from '../../../lib/protocol/index.ts';
import { limits } from '../../../lib/protocol/limits.ts';
import { EngineError } from '../../engines/engine.ts';
import { recordTypeOf } from '../../state/address-parts.ts';
import type { PlayerState } from '../../state/player-state.ts';
import { instantsOf, rangeAddress } from '../../state/recorded-address.ts';
import type { RecordType } from '../../state/recorded-events.ts';
import { failureOf } from '../../state/steps.ts';
import { cameraZone } from '../camera-zone.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { createMediaKeys } from '../media-keys.ts';
import { callError, requireAllowed } from './engine-failure.ts';
import { createFileOffers, safeFileName } from './offer-file.ts';

type Exported = HostCallResult<'exportRecording'>;
type Download = typeof import('../../../lib/recorded-export/download-export.ts');
type Clearing = typeof import('../../../lib/recorded-export/clearing-sink.ts');
type Sinks = typeof import('../../../lib/recorded-export/export-sink.ts');

export interface ExportDeps {
  /** Loads the script that downloads, with the first export. */
  readonly loadScript: () => Promise<
    Pick<Download, 'downloadExport'> & Pick<Sinks, 'openDownload'> & Pick<Clearing, 'clearingSink'>
  >;
}

const browserDeps: ExportDeps = {
  loadScript: async () => ({
    ...(await import('../../../lib/recorded-export/download-export.ts')),
    ...(await import('../../../lib/recorded-export/export-sink.ts')),
    ...(await import('../../../lib/recorded-export/clearing-sink.ts')),
  }),
};

interface WantedExport {
  readonly range: TimeRange;
  readonly recordType: RecordType;
  readonly fileName?: string | undefined;
  readonly hasManifest: boolean;
}

const answerWithinMs: Ms = 10_000;
const progressEveryMs: Ms = 250;

/** Downloads of stored ranges, for the viewer and the host page. One at a time. */
export function makeExport(context: FeatureContext, deps: ExportDeps = browserDeps): Feature {
  const { clock, host, getState, send } = context;
  const offers = createFileOffers(clock);
  const keys = createMediaKeys();
  let running: AbortController | null = null;

  /** Where the recordings are, with a new ticket. */
  async function placeOf({ range, recordType }: WantedExport, address: string, signal: AbortSignal) {
    const zone = cameraZone(getState());
    // Whole days: civil times can occur twice, and the export has its own exact range.
    const days = {
      begin: compactOf(`${dateOf(zone, range.begin)} 00:00:00`),
      end: compactOf(`${dateOf(zone, range.end - 1)} 23:59:59`),
    };
    const accessToken = await context.token(signal);
    if (!accessToken.ok) throw await callError(context, accessToken.error.code);
    const form = { ezopen: rangeAddress(address, recordType, days), accessToken: accessToken.value };
    const answer = await context.lapp.liveUrl(form, { signal, timeoutMs: answerWithinMs });
    if (!answer.ok) throw await callError(context, answer.error.code);
    const { url, token, encryption } = answer.value;
    // A camera that keeps its recordings itself sends them in real time.
    if (!new URL(url).pathname.startsWith('/vod/')) throw await callError(context, 'export.unsupported');
    const parsed = parseEzopen(address);
    const derived = encryption && (await keys.derive(parsed.ok ? parsed.value.validCode : null, encryption));
    return { url, ticket: token, decryption: derived?.ok ? derived.value : null };
  }

  /** Rejects with a `RequestError`. */
  async function start(wanted: WantedExport, callSignal?: AbortSignal): Promise<Exported> {
    const { address } = getState();
    const { begin, end } = limitedTo(wanted.range, getState());
    if (!address) throw await callError(context, 'player.notPlaying');
    if (!(begin < end))
      throw await callError(context, wanted.range.begin < wanted.range.end ? '10031' : 'bad-args');
    if (running) throw await callError(context, 'export.running');
    const abort = new AbortController();
    const { signal } = abort;
    running = abort;
    const cancel = () => abort.abort();
    callSignal?.addEventListener('abort', cancel);
    let reportedAt = Number.NEGATIVE_INFINITY;
    const report = (share: number, bytes: number): void => {
      const now = clock.monotonic();
      if (share < 1 && now - reportedAt < progressEveryMs) return;
      reportedAt = now;
      send({ type: 'event.exporting', exporting: { begin, end, share } });
      host.notify('exportProgress', { begin, end, bytes, percent: Math.floor(share * 100) });
    };
    let message: string | null = null;
    try {
      report(0, 0);
      const { downloadExport, openDownload, clearingSink } = await deps.loadScript();
      let decryption: Decryption | null = null;
      const { files, manifest } = await downloadExport({
        begin,
        end,
        signal,
        hasManifest: wanted.hasManifest,
        place: async () => {
          const place = await placeOf(wanted, address, signal);
          ({ decryption } = place);
          return place;
        },
        openSink: async (name, bytes) => {
          const sink = await openDownload(name, bytes, clock.now());
          // The digests of a manifest are those of the files as they are stored.
          return decryption && !wanted.hasManifest ? clearingSink(sink, decryption) : sink;
        },
        onProgress: ({ share, bytes }) => report(share, bytes),
        onBusy: (waitMs) =>
          send({ type: 'event.serverBusy', what: 'export', seconds: Math.ceil(waitMs / 1_000) }),
      });
      const exported: Exported = {
        files: files.map(({ blob, fileName, ...file }, index) => ({
          ...file,
          blob: blob ?? new Blob(),
          fileName: nameOf(wanted.fileName, fileName, index),
        })),
        ...(manifest && {
          manifest: { ...manifest, fileName: nameOf(wanted.fileName, manifest.fileName, 0) },
        }),
      };
      offer(exported);
      message = 'export.saved';
      return exported;
    } catch (error) {
      if (signal.aborted) throw await callError(context, 'aborted');
      const failure = await explained(error);
      message = failure.message;
      throw failure;
    } finally {
      if (running === abort) running = null;
      callSignal?.removeEventListener('abort', cancel);
      send({ type: 'event.exportEnded', message });
    }
  }

  /** The server's code and message, where the error catalogue does not know it. */
  async function explained(error: unknown): Promise<RequestError> {
    if (error instanceof RequestError) return error;
    if (error instanceof EngineError) return callError(context, error.failure.code);
    const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
    const failure = failureOf(typeof code === 'string' ? code : 'export.failed');
    return new RequestError(await context.explain({ ...failure, message: String(message ?? '') }));
  }

  function offer({ files, manifest }: Exported): void {
    if (getState().display.noDownload) return;
    for (const { blob, fileName } of files) offers.offer(blob, fileName);
    if (manifest) offers.offer(manifest.blob, manifest.fileName);
  }

  function stop(): void {
    running?.abort();
    running = null;
  }

  return {
    handlers: {
      exportRecording: ({ begin, end, recType, fileName, manifest }, signal) => {
        requireAllowed(context, 'recType', recType);
        const named: RecordType | null =
          recType === 'rec' ? 'rec' : recType === 'cloud.rec' ? 'cloud.rec' : null;
        const recordType = named ?? typeOf(getState());
        return start({ range: { begin, end }, recordType, fileName, hasManifest: manifest ?? false }, signal);
      },
    },
    run(effect) {
      if (effect.do === 'cancelExport') stop();
      if (effect.do !== 'export') return;
      const { range, hasManifest } = effect;
      // A message informs the viewer.
      start({ range, hasManifest, recordType: typeOf(getState()) }).catch(() => undefined);
    },
    notify(notice) {
      if (notice.type === 'selected') host.notify('selectRange', { ...rounded(notice.range) });
      if (notice.type === 'share')
        host.notify('share', {
          ...rounded(notice.range),
          recType: notice.recordType,
        } as FrameEventData<'share'>);
    },
    reset: stop,
    destroy() {
      stop();
      offers.destroy();
    },
  };
}

const rounded = (range: TimeRange | null) =>
  range && { begin: Math.floor(range.begin), end: Math.ceil(range.end) };

const typeOf = ({ address }: PlayerState): RecordType => recordTypeOf(address) ?? 'cloud.rec';

/** With the option `playbackRange`, nothing outside of it. */
function limitedTo({ begin, end }: TimeRange, state: PlayerState): TimeRange {
  const { pageRange } = state.recorded;
  if (!pageRange) return { begin, end };
  const permitted = instantsOf(pageRange, cameraZone(state));
  if (!permitted) return { begin, end: begin };
  return { begin: Math.max(begin, permitted.begin), end: Math.min(end, permitted.end) };
}

/** The requested name, numbered if there are several files; else that of the server. */
function nameOf(requested: string | undefined, served: string, index: number): string {
  const extension = served.endsWith('.json') ? '.json' : '.mp4';
  const otherwise =
    served.slice(0, -extension.length).slice(0, limits.nameLength - extension.length) + extension;
  if (requested === undefined) return otherwise;
  const plain = requested.replace(/\.(?:mp4|json)$/i, '');
  return safeFileName(index === 0 ? plain : `${plain}_${index + 1}`, otherwise, extension);
}
