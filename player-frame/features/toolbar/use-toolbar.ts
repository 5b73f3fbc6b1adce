import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { usePlayerView } from '../../react/player-context.ts';
import type { PlayerState } from '../../state/player-state.ts';
import type { ToolbarSpace } from './toolbar-fit.ts';
import { type ToolbarView, toolbarModel } from './toolbar-model.ts';

/** All inputs of the model. Statistics change with every frame; the bars do not. */
function read(state: PlayerState): readonly unknown[] {
  const { theming, display, address, device, playback, audio, expansion, ptz, recording, talk, zoom } = state;
  const { hasFrame, sourceFailure, can, ended, recorded } = state;
  return [
    theming,
    display,
    address,
    device,
    playback.phase,
    hasFrame,
    sourceFailure === null,
    audio,
    expansion,
    ptz,
    recording.phase,
    talk.phase,
    zoom === null,
    can,
    ended === null,
    recorded.isPaused,
    recorded.stores,
    recorded.rate,
  ];
}

/** Memoized model: the same object until one of its inputs changes. */
export function createToolbarSelector(): (state: PlayerState) => ToolbarView {
  let seen: readonly unknown[] = [];
  let view: ToolbarView | null = null;
  return (state) => {
    const now = read(state);
    if (!view || now.some((part, index) => part !== seen[index])) view = toolbarModel(state);
    seen = now;
    return view;
  };
}

export function useToolbar(): ToolbarView {
  const { store } = usePlayerView();
  const select = useRef<ReturnType<typeof createToolbarSelector> | null>(null);
  select.current ??= createToolbarSelector();
  const read = () => select.current!(store.getState()); // assigned in the line above
  return useSyncExternalStore(store.subscribe, read, read);
}

/** Size of the frame, which the bars span. */
export function useToolbarSpace(isRotated: boolean): ToolbarSpace {
  const [space, setSpace] = useState(frameSize);
  useEffect(() => {
    const onResize = () => setSpace(frameSize());
    onResize();
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);
  return isRotated ? { widthPx: space.heightPx, heightPx: space.widthPx } : space;
}

const frameSize = (): ToolbarSpace => ({ widthPx: window.innerWidth, heightPx: window.innerHeight });
