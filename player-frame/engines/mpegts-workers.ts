/** Where mpegts.js 1.8 keeps its worker: with Media Source in it, or for fetching and demuxing alone. */
interface Internals {
  _player_engine?: { _worker?: Worker | null; _transmuxer?: { _worker?: Worker | null } | null } | null;
}

/**
 * Ends the worker of a player, and with it its connection. To be called before `player.destroy()`: left to
 * itself the worker is told to close after its Media Source was detached, stumbles over that and stays, with
 * an error in the console and the connection open.
 */
export function endWorker(player: object): void {
  const engine = (player as Internals)._player_engine;
  (engine?._worker ?? engine?._transmuxer?._worker)?.terminate();
}
