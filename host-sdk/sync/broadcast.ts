/** From one microphone to the cameras of several players. Imports only types. */
import type { Broadcast, Player, TalkCamera } from '../types.ts';
import { cameraOf } from './camera-of.ts';

const isPlaying = ({ state }: Player) => state?.phase === 'playing';

export function createBroadcast(players: () => Iterable<Player>): Broadcast {
  const listeners = new Set<(broadcast: Broadcast) => void>();
  let cameras: readonly TalkCamera[] = [];
  let speaker: Player | null = null;
  let forget = (): void => {};

  function show(changed: readonly TalkCamera[]): void {
    cameras = changed;
    for (const listener of listeners) listener(broadcast);
  }

  function end(): void {
    forget();
    speaker = null;
    if (cameras.length > 0) show([]);
  }

  const broadcast: Broadcast = {
    get cameras() {
      return cameras;
    },
    async start({ players: chosen, isMuted } = {}) {
      await broadcast.stop();
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
        first.on('stopTalk', () => speaker === first && end()),
      ];
      forget = () => offs.forEach((off) => void off());
      try {
        await first.startTalk({ cameras: [...others.values()], isMuted });
      } catch (error) {
        if (speaker === first) end();
        throw error;
      }
    },
    async stop() {
      const ended = speaker;
      end();
      await ended?.stopTalk().catch(() => undefined);
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
