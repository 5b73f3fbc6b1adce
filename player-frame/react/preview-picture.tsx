import { useEffect, useLayoutEffect, useRef } from 'react';
import type { EpochMs } from '../../lib/kernel/units.ts';
import type { Preview } from '../state/recordings.ts';

/** Pictures of recorded moments, where the player can load them. */
export interface Previews {
  /** The newest picture; null if there is none. */
  readonly shown: Preview | null;
  /** Asks for the picture of a moment; null: none is needed. */
  readonly ask: (at: EpochMs | null) => void;
}

/** The picture at a moment. Until it is loaded, that of the moment before is shown faintly. */
export function PreviewPicture({ shown, ask, at }: Previews & { readonly at: EpochMs | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const image = at === null ? null : (shown?.image ?? null);
  useEffect(() => ask(at), [ask, at]);
  useEffect(() => () => ask(null), [ask]);
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element || !image) return;
    element.width = image.width;
    element.height = image.height;
    element.getContext('2d', { alpha: false })?.drawImage(image, 0, 0);
  }, [image]);
  if (at === null || !shown || !image) return null;
  const isOf = at >= shown.from && at <= shown.to;
  return <canvas ref={canvas} className="oriel-preview" data-late={!isOf} />;
}
