/** With less free space, the disk counts as full. */
export const minFreeBytes = 8 * 1024 ** 2;

/** Space of the database's disk, for the few writes that withdraw access while the disk is full. */
export interface StorageReserve {
  /** Holds the space if there is enough. False: the disk is full. `freeBytes`: of the data folder. */
  hold(freeBytes: number): Promise<boolean>;
  /** Frees the space, if any is held. */
  release(): void;
  /** Makes a change with the released space, when it can be used and nothing else takes it. */
  use<Result>(change: () => Promise<Result>): Promise<Result>;
}
