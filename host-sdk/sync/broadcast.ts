/** From one microphone to the cameras of several players. Imports only types. */
import type { Broadcast, Player, TalkCamera } from '../types.ts';
import { cameraOf } from './camera-of.ts';

const isPlaying = ({ state }: Player) => state?.phase === 'playing';

export function createBroadcast(players: () => Iterable<Player>): Broadcast {
  const listeners = new Set<(broadcast: Broadcast) => void>();
  let cameras: readonly TalkCamera[] = [];
  let speaker: Player | null = null;
  let forget = (): void => {};
  /** The last start; null after a stop. */
  let run: object | null = null;

  function show(changed: readonly TalkCamera[]): void {
    cameras = changed;
    for (const listener of listeners) listener(broadcast);
  }

  function end(): void {
    forget();
    speaker = null;
    if (cameras.length > 0) show([]);
  }

  async function halt(): Promise<void> {
    const ended = speaker;
    end();
    await ended?.stopTalk().catch(() => undefined);
  }

  const broadcast: Broadcast = {
    get cameras() {
      return cameras;
    },
    async start({ players: chosen, isMuted } = {}) {
      const begun = {};
      run = begun;
      await halt();
      // Another start or a stop arrived meanwhile; two microphones would be open, one of them without a way to close it.
      if (run !== begun) throw new DOMException('the broadcast was replaced or stopped', 'AbortError');
      const members = [...(chosen ?? players())];
      const first = members.find(isPlaying) ?? members[0];
      if (!first) throw new RangeError('a broadcast needs a player');
      const own = cameraOf(first.state?.address);
      // Each camera once, also if several players show it.
      const others = new Map<string, string>();
      for (const { state } of members) {
        const camera = cameraOf(state?.address);
        if (camera && camera !== own && state?.address) others.set(camera, state.address);
      }
      speaker = first;
      const offs = [
        first.on('startTalk', (talk) => show(talk.cameras)),
        first.on('stopTalk', () => run === begun && end()),
      ];
      forget = () => offs.forEach((off) => void off());
      try {
        await first.startTalk({ cameras: [...others.values()], isMuted });
      } catch (error) {
        // An earlier talk is refused only after it was stopped, when a later one may have begun.
        if (run === begun) end();
        throw error;
      }
    },
    stop() {
      run = null;
      return halt();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy() {
      listeners.clear();
      void broadcast.stop();
    },
  };
  return broadcast;
}
