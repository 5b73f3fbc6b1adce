/** Live video or recordings of several players, with one timeline. Imports only types and the group. */
import type { Player, RecType, SyncGroup, Wall } from '../types.ts';
import { createBroadcast } from './broadcast.ts';
import { cameraOf } from './camera-of.ts';
import { createSyncGroup, maxPlayers } from './sync-group.ts';

const isLive = (url = '') => url.includes('.live');

/** The address of another camera, live or recorded as `url` is, without times. */
const withCamera = (url: string, camera: string) =>
  url.replace(/(\/\/[^/]*\/)[^/]+\/\d+/, `$1${camera}`).replace(/\?.*/, '');

export function createWall(controls: Player, players: readonly Player[]): Wall {
  const members = new Set(players);
  const listeners = new Set<(wall: Wall) => void>();
  let group: SyncGroup | null = null;
  let isOver = false;

  /** A player that cannot follow reports it by its own events. */
  const ignore = () => undefined;
  const changed = () => listeners.forEach((listener) => void listener(wall));

  /** The controls show a recording, which a viewer chose on their timeline. */
  async function join(): Promise<void> {
    const at = await controls.getOSDTime().catch(() => null);
    if (isOver || group || at === null || isLive(controls.state?.address)) return;
    const { rate = 1, paused = false } = controls.state ?? {};
    const following = [...members].slice(0, maxPlayers);
    group = createSyncGroup([controls, ...following], { at, rate, running: !paused, controls });
    group.onChange(changed);
    changed();
  }

  function leave(): void {
    if (!group) return;
    group.destroy();
    group = null;
    for (const player of members) void player.toLive().catch(ignore);
    changed();
  }

  const offs = [
    controls.on('handleSuccess', () => void join()),
    controls.on('changePlayUrl', ({ url }) => isLive(url) && leave()),
    controls.on('recTypeChange', ({ recType }) => {
      for (const player of members) if (group) void player.setRecType(recType as RecType).catch(ignore);
    }),
  ];

  const wall: Wall = {
    broadcast: createBroadcast(() => members),
    get group() {
      return group;
    },
    add(player) {
      members.add(player);
      group?.add(player);
    },
    remove(player) {
      members.delete(player);
      group?.remove(player);
    },
    choose(player) {
      const [own, camera] = [controls.state?.address ?? '', cameraOf(player.state?.address)];
      if (!camera || camera === cameraOf(own)) return Promise.resolve();
      return controls.changePlayUrl(withCamera(own, camera));
    },
    toLive: () => controls.toLive(),
    toRecorded(at) {
      if (!group) return controls.toRecorded(at);
      group.seek(at);
      return Promise.resolve();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy() {
      isOver = true;
      for (const off of offs) off();
      wall.broadcast.destroy();
      group?.destroy();
      group = null;
      listeners.clear();
    },
  };
  if (controls.state?.phase === 'playing') void join();
  return wall;
}
