import type { EpochMs } from '../../../lib/kernel/units.ts';
import { EngineError, type RecordedTarget } from '../../engines/engine.ts';
import type { Preview } from '../../state/recordings.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { createPreviewCache, type LoadedPreview, type PreviewCache } from '../preview-cache.ts';

/** At most; as in timeline.css. */
const sizePx = { width: 160, height: 120 };

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

/**
 * Pictures of recorded moments beside the pointer: key frames of the recording that is playing, within its range,
 * because its ticket permits nothing else. Live video and replays of cameras have none.
 */
export function makePreviews(context: FeatureContext, deps: PreviewDeps = browserDeps): Feature {
  const { clock, send } = context;
  let cache: { readonly of: string; readonly previews: PreviewCache } | null = null;

  function close(): void {
    const closing = cache;
    // Closing sends an event, which leads here again.
    cache = null;
    closing?.previews.close();
  }

  /** The recordings that are playing. */
  function playing(): { readonly target: RecordedTarget; readonly of: string } | null {
    const target = context.target();
    if (!target || !('range' in target) || !deps.canDecode()) return null;
    const { origin, pathname } = new URL(target.url);
    if (!pathname.startsWith('/vod/')) return null;
    return { target, of: `${origin}${pathname}` };
  }

  async function load(at: EpochMs, signal: AbortSignal): Promise<LoadedPreview | null> {
    const { fetchKeyFrame, decodeKeyFrame } = await deps.loadScript();
    // The newest ticket.
    const now = playing();
    if (!now || signal.aborted) return null;
    try {
      const frame = await fetchKeyFrame(now.target, at, signal);
      return { start: frame.start, decode: () => decodeKeyFrame(frame, sizePx) };
    } catch (error) {
      if (error instanceof EngineError && error.failure.code === 'playback.none') return null;
      throw error;
    }
  }

  function show(at: EpochMs | null): void {
    const now = playing();
    if (cache && cache.of !== now?.of) close();
    if (!now) return;
    if (!cache) {
      const onShow = (preview: Preview | null) => send({ type: 'event.preview', preview });
      cache = { of: now.of, previews: createPreviewCache({ clock, load, onShow }) };
    }
    const { start, end } = now.target.range;
    cache.previews.show(at !== null && at >= start && at < end ? at : null);
  }

  return {
    run(effect) {
      if (effect.do === 'loadPreview') show(effect.at);
    },
    stateChanged() {
      if (cache && cache.of !== playing()?.of) close();
    },
    reset: close,
    destroy: close,
  };
}
