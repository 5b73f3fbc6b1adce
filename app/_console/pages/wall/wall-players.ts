import type { Player, Wall } from '../../../../host-sdk/types.ts';

const ignore = () => undefined;

/** What all tiles show: the time of the cameras in epoch ms, at `since` of `performance.now()`. */
export interface WallMoment {
  readonly at: number;
  readonly since: number;
  readonly rate: number;
  readonly running: boolean;
}

const isRecorded = ({ state }: Player) => state?.address !== undefined && !state.address.includes('.live');

/**
 * The players of the tiles, and their common timeline while they show recordings. Tiles come and go. When the cameras
 * change, another timeline begins at the same moment.
 */
export class WallPlayers {
  readonly #tiles = new Map<string, Player>();
  #wall: Wall | null = null;
  #moment: WallMoment | null = null;

  all(): readonly Player[] {
    return [...this.#tiles.values()];
  }

  /** Null: the tile is removed. */
  put(tile: string, player: Player | null): void {
    const before = this.#tiles.get(tile);
    if (before) this.#wall?.remove(before);
    if (!player) this.#tiles.delete(tile);
    else {
      this.#tiles.set(tile, player);
      this.#wall?.add(player);
    }
  }

  /** The camera of this tile is that of the timeline. */
  async choose(tile: string): Promise<void> {
    const player = this.#tiles.get(tile);
    if (player) await this.#wall?.choose(player);
  }

  /** `orElse`: where recordings begin, epoch ms, unless another timeline ended at a moment of its own. */
  async begin(wall: Wall, orElse: number): Promise<void> {
    this.#wall = wall;
    const from = this.#moment;
    const off = wall.onChange(({ group }) => {
      if (!group) return;
      off();
      if (!from) return;
      if (from.rate !== 1) group.setRate(from.rate);
      if (!from.running) group.pause();
    });
    await wall.toRecorded(from ? timeOf(from) : orElse);
  }

  /** The timeline is removed; the next one begins at its moment, unless the players are live by then. */
  end(wall: Wall): void {
    const { group } = wall;
    if (group) {
      const { time: at, rate, running } = group;
      this.#moment = { at, since: performance.now(), rate, running };
    }
    if (this.#wall === wall) this.#wall = null;
    wall.destroy();
  }

  /** All players are live again, whether they have a timeline or not. */
  toLive(): void {
    this.#wall?.destroy();
    this.#wall = null;
    this.#moment = null;
    for (const player of this.all()) if (isRecorded(player)) void player.toLive().catch(ignore);
  }
}

const timeOf = ({ at, since, rate, running }: WallMoment) =>
  Math.round(running ? at + (performance.now() - since) * rate : at);
