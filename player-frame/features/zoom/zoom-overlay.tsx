import { MinusIcon, PlusIcon } from '../../react/icons.tsx';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import { selectIsMobile } from '../../state/selectors.ts';
import { maxScale, minScale } from '../../state/zoom.ts';

/**
 * Digital zoom: a slider beside the video, on phones a small badge. Gestures are in the session, keys in
 * ui/keyboard.ts.
 */
export function ZoomOverlay() {
  const scale = usePlayer(({ zoom }) => zoom?.scale ?? null);
  const isMobile = usePlayer(selectIsMobile);
  if (scale === null) return null;
  return isMobile ? <ZoomBadge scale={scale} /> : <ZoomSlider scale={scale} />;
}

const shown = (scale: number): string => `${scale.toFixed(1)}X`;

function ZoomSlider({ scale }: { readonly scale: number }) {
  const sendRequest = useSendRequest();
  const text = useText();
  // From between two steps (during a pinch) to the next whole step.
  const to = (target: number) => sendRequest({ type: 'request.zoomTo', scale: target });
  return (
    <fieldset className="oriel-zoom" aria-label={text('player.zoom')}>
      <button
        type="button"
        className="oriel-zoom-button"
        aria-label={text('player.zoomIn')}
        onClick={() => to(Math.floor(scale) + 1)}
      >
        <PlusIcon />
      </button>
      <input
        className="oriel-zoom-slider"
        type="range"
        min={minScale}
        max={maxScale}
        step={1}
        value={Math.round(scale)}
        aria-orientation="vertical"
        aria-label={text('player.zoom')}
        aria-valuetext={text('player.zoomScale', { scale: shown(scale) })}
        onChange={(event) => to(event.currentTarget.valueAsNumber)}
      />
      <button
        type="button"
        className="oriel-zoom-button"
        aria-label={text('player.zoomOut')}
        aria-disabled={scale <= minScale}
        onClick={() => to(Math.ceil(scale) - 1)}
      >
        <MinusIcon />
      </button>
      <output className="oriel-zoom-scale">{shown(scale)}</output>
    </fieldset>
  );
}

/** Shows the scale. Tapping it zooms in by one step, and from the last step back to 1x. */
function ZoomBadge({ scale }: { readonly scale: number }) {
  const sendRequest = useSendRequest();
  const text = useText();
  const next = scale >= maxScale ? minScale : Math.floor(scale) + 1;
  return (
    <button
      type="button"
      className="oriel-zoom-badge"
      aria-label={text('player.zoomStep', { scale: shown(scale) })}
      onClick={() => sendRequest({ type: 'request.zoomTo', scale: next })}
    >
      {shown(scale)}
    </button>
  );
}
