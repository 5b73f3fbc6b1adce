/** Closing time given to mpegts.js before its worker is ended for it. */
const graceMs = 200;
const pollMs = 10;

/** Where mpegts.js 1.8 keeps its workers. It offers no way to wait for their end, so we look. */
interface Internals {
  _player_engine?: { _worker?: Worker | null; _transmuxer?: { _worker?: Worker | null } | null } | null;
}

/**
 * Call while the player lives; what it returns is called after `player.destroy()` and resolves when the
 * player's workers, and with them its connection, are gone. A worker that was told to close may still wait
 * for bytes, or fail on its way out and never say goodbye.
 */
export function takeWorkers(player: object): () => Promise<void> {
  const engine = (player as Internals)._player_engine;
  const owner = engine?._worker ? engine : engine?._transmuxer;
  return async () => {
    const worker = owner?._worker;
    if (!worker) return;
    for (let waited = 0; waited < graceMs && owner._worker === worker; waited += pollMs) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    worker.terminate();
  };
}
