import type { z } from 'zod';
import type { wallPlay } from '../../../../lib/contracts/admin/calls/wall.calls.ts';

export type WallPlay = z.output<NonNullable<typeof wallPlay.data>>;
export type WallCamera = WallPlay['cameras'][number];

/**
 * The token that all players of a wall share. A player that needs another one gets what another player has fetched since,
 * so that a wall of nine fetches one token and not nine.
 */
export class WallAccess {
  readonly #request: () => Promise<WallPlay>;
  readonly #onRenewed: (play: WallPlay) => void;
  #current: WallPlay | null = null;
  #pending: Promise<WallPlay> | null = null;
  /** The token that each player got last. */
  readonly #given = new Map<string, string>();

  constructor(request: () => Promise<WallPlay>, onRenewed: (play: WallPlay) => void) {
    this.#request = request;
    this.#onRenewed = onRenewed;
  }

  /** `player`: its name within the wall. */
  async tokenFor(player: string): Promise<string> {
    const isUsed = this.#given.get(player) === this.#current?.accessToken;
    const { accessToken } = this.#current && !isUsed ? this.#current : await this.renew();
    this.#given.set(player, accessToken);
    return accessToken;
  }

  renew(): Promise<WallPlay> {
    this.#pending ??= this.#request()
      .then((play) => {
        this.#current = play;
        this.#onRenewed(play);
        return play;
      })
      .finally(() => {
        this.#pending = null;
      });
    return this.#pending;
  }
}
