import { parseEzopen } from '../../../lib/ezopen/address.ts';
import { err, ok, type Result } from '../../../lib/kernel/result.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import { dateOf } from '../../../lib/kernel/zone-days.ts';
import { EngineError, type RecordedTarget } from '../../engines/engine.ts';
import { recordTypeOf } from '../../state/address-parts.ts';
import { busyCode, busyMs } from '../../state/failure-policy.ts';
import { rungAt } from '../../state/ladder.ts';
import type { Failure } from '../../state/player-events.ts';
import { selectIsRangeFixed } from '../../state/recorded.ts';
import { dayAddress } from '../../state/recorded-address.ts';
import type { Preview } from '../../state/recordings.ts';
import { createAddressResolver } from '../address-resolver.ts';
import { cameraZone } from '../camera-zone.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { createPreviewCache, type LoadedPreview, type PreviewCache } from '../preview-cache.ts';
import { createPreviewPlaces, isStored, type PreviewPlaces } from '../preview-places.ts';

/** At most; as in timeline.css. */
const sizePx = { width: 160, height: 120 };
const timeoutMs: Ms = 10_000;

type KeyFrames = typeof import('../../engines/recorded/key-frame.ts');

export interface PreviewDeps {
  /** Loads the script that fetches and decodes, with the first picture. */
  readonly loadScript: () => Promise<Pick<KeyFrames, 'fetchKeyFrame' | 'decodeKeyFrame'>>;
  /** Whether this browser decodes single frames. Not on pages over plain HTTP. */
  readonly canDecode: () => boolean;
}

const browserDeps: PreviewDeps = {
  loadScript: () => import('../../engines/recorded/key-frame.ts'),
  canDecode: () => typeof VideoDecoder !== 'undefined',
};

const isBusy = (error: unknown): boolean => error instanceof EngineError && error.failure.code === busyCode;

/** Pictures of the recordings of one camera, in one store. */
interface CameraPreviews {
  readonly of: string;
  readonly previews: PreviewCache;
  readonly places: PreviewPlaces;
}

/**
 * Pictures of recorded moments beside the pointer: key frames of the recordings. In the range that is playing, they are
 * fetched with its ticket; over live video and on other days, with a ticket of their own. Replays of cameras have none.
 */
export function makePreviews(context: FeatureContext, deps: PreviewDeps = browserDeps): Feature {
  const { clock, send, getState } = context;
  const resolver = createAddressResolver(context.lapp);
  let camera: CameraPreviews | null = null;

  function close(): void {
    const closing = camera;
    // Closing sends an event, which leads here again.
    camera = null;
    closing?.previews.close();
  }

  /** The range that is playing; null: live video. */
  function playingRange(): RecordedTarget | null {
    const target = context.target();
    return target && 'range' in target ? target : null;
  }

  /** Identifies camera and store; null: there are no pictures. */
  function cameraOf(): string | null {
    if (!context.target() || !deps.canDecode()) return null;
    const range = playingRange();
    if (range && !isStored(range)) return null;
    const { address } = getState();
    const parsed = parseEzopen(address);
    if (!parsed.ok) return null;
    const { deviceSerial, channelNo, validCode } = parsed.value;
    return JSON.stringify([deviceSerial, channelNo, validCode, recordTypeOf(address) === 'rec']);
  }

  async function resolve(at: EpochMs, signal: AbortSignal): Promise<Result<RecordedTarget, Failure>> {
    const state = getState();
    const date = dateOf(cameraZone(state), at).replaceAll('-', '');
    const address = dayAddress(state.address, recordTypeOf(state.address) ?? 'cloud.rec', date);
    const accessToken = await context.token(signal);
    if (!accessToken.ok) return accessToken;
    const request = { address, rung: rungAt(0), startAt: null, accessToken: accessToken.value };
    const answer = await resolver.resolve(request, { signal, timeoutMs });
    if (!answer.ok) return answer;
    const { target } = answer.value;
    const none: Failure = { kind: 'other', code: 'playback.none', stage: 'address', message: null };
    return 'range' in target ? ok(target) : err(none);
  }

  /** With the newest ticket. */
  async function placeAt(at: EpochMs, { places }: CameraPreviews, signal: AbortSignal) {
    const playing = playingRange();
    if (playing && at >= playing.range.begin && at < playing.range.end) return playing;
    // The page permits nothing outside of its range.
    if (selectIsRangeFixed(getState())) return null;
    return places.at(at, signal);
  }

  async function load(at: EpochMs, signal: AbortSignal): Promise<LoadedPreview | null> {
    const { fetchKeyFrame, decodeKeyFrame } = await deps.loadScript();
    const asked = camera;
    const place = asked && !signal.aborted && (await placeAt(at, asked, signal));
    if (!place || signal.aborted) return null;
    try {
      const frame = await fetchKeyFrame(place, at, signal);
      return { start: frame.start, decode: () => decodeKeyFrame(frame, sizePx) };
    } catch (error) {
      if (error instanceof EngineError && error.failure.code === 'playback.none') return null;
      if (!signal.aborted && !isBusy(error)) asked.places.refused(place);
      throw error;
    }
  }

  function show(at: EpochMs | null): void {
    const of = cameraOf();
    if (camera && camera.of !== of) close();
    if (of === null) return;
    if (!camera) {
      const onShow = (preview: Preview | null) => send({ type: 'event.preview', preview });
      const waitAfter = (error: unknown) => {
        if (!isBusy(error)) return null;
        send({ type: 'event.serverBusy', what: 'preview', seconds: busyMs / 1_000 });
        return busyMs;
      };
      camera = {
        of,
        previews: createPreviewCache({ clock, load, waitAfter, onShow }),
        places: createPreviewPlaces({ resolve, monotonic: () => clock.monotonic() }),
      };
    }
    camera.previews.show(at);
  }

  return {
    run(effect) {
      if (effect.do === 'loadPreview') show(effect.at);
    },
    stateChanged() {
      if (camera && camera.of !== cameraOf()) close();
    },
    reset: close,
    destroy: close,
  };
}
