'use client';

/**
 * `<OrielPlayer>`: the player as a React component, for React 18 or newer. It can be imported and rendered on a
 * server. Imports only the SDK and React.
 */
import { type CSSProperties, forwardRef, type Ref, useEffect, useRef } from 'react';
import { applyChanges, identity } from '../embed/apply-changes.ts';
import { openPlayer } from '../embed/open-player.ts';
import type { Player, PlayerFailure, PlayerOptions, PlayerSnapshot } from '../types.ts';

export interface OrielPlayerProps extends PlayerOptions {
  /** Class of the element around the player. The player fills it. */
  className?: string | undefined;
  style?: CSSProperties | undefined;
  onState?: ((state: PlayerSnapshot) => void) | undefined;
  /** Failures of playback, of the connection, and of calls caused by changed props. */
  onError?: ((error: PlayerFailure) => void) | undefined;
  /** The first frame is on the screen. */
  onSuccess?: (() => void) | undefined;
}

/** Gives the player to a ref. Returns what takes it back: a callback of React 19 may return that itself. */
const give = (ref: Ref<Player> | undefined, player: Player | null): (() => void) => {
  if (typeof ref === 'function') {
    const takeBack: unknown = ref(player);
    return typeof takeBack === 'function' ? (takeBack as () => void) : () => void ref(null);
  }
  if (ref) ref.current = player;
  return () => {
    if (ref) ref.current = null;
  };
};

const Frame = ({ props, handle }: { props: OrielPlayerProps; handle: Ref<Player> | undefined }) => {
  const box = useRef<HTMLDivElement>(null);
  const player = useRef<Player>(undefined);
  /** Props of the last render, so that listeners call the current callbacks. */
  const latest = useRef(props);
  const fail = (error: PlayerFailure) => error.code === 'destroyed' || latest.current.onError?.(error);

  useEffect(() => {
    const options = () => {
      const { className: _c, style: _s, onState: _a, onError: _b, onSuccess: _d, ...own } = latest.current;
      return own;
    };
    player.current = openPlayer(box.current as Element, options, {
      state: (state) => latest.current.onState?.(state),
      fail,
      success: () => latest.current.onSuccess?.(),
    });
    return () => void player.current?.destroy();
  }, []);

  // After the player was created. A callback written in the element is another function in every render.
  useEffect(() => give(handle, player.current ?? null), [handle]);

  useEffect(() => {
    const shown = latest.current;
    latest.current = props;
    applyChanges(player.current, shown, props, fail);
  });

  return <div ref={box} className={props.className} style={props.style} />;
};

export const OrielPlayer = forwardRef<Player, OrielPlayerProps>((props, ref) => (
  <Frame key={identity(props)} props={props} handle={ref} />
));
