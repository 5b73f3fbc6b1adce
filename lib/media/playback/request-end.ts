/** When the work for an answer ends: its viewer goes, its permission ends, or it was sent. */
import type { ServerResponse } from 'node:http';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { GrantWatch } from '../ports.ts';

export interface RequestEnd {
  /** Aborted when the connection is closed before the answer was sent: everything that is done for it ends then. */
  readonly signal: AbortSignal;
  /** Nothing is watched any more. */
  release(): void;
}

/** A viewer who takes nothing for this time gives its place to others. Downloads continue by `Range`. */
const stallMs: Ms = 30_000;
const lookEveryMs: Ms = 5_000;
/** Timers are not longer. No answer takes as long. */
const maxTimerMs: Ms = 2 ** 31 - 1;

/** Closes the connection when the grant ends, and at `until` at the latest. */
export function watchRequest(
  response: ServerResponse,
  { gate, clock }: { readonly gate: GrantWatch; readonly clock: Clock },
  { grantId, until }: { readonly grantId: string; readonly until: EpochMs },
): RequestEnd {
  const gone = new AbortController();
  const end = () => response.destroy();
  const onClose = () => {
    if (!response.writableFinished) gone.abort();
  };
  response.once('close', onClose);
  if (response.destroyed) gone.abort();
  const leftMs = until - clock.now();
  const stops = [
    () => response.off('close', onClose),
    gate.onRevoked((ended) => {
      if (ended === grantId) end();
    }),
    gate.onDoubt(endUnlessValid(gate, grantId, end)),
    endIfStalled(response, clock, end),
    ...(leftMs < maxTimerMs ? [clock.after(Math.max(0, leftMs), end)] : []),
  ];
  return {
    signal: gone.signal,
    release() {
      for (const stop of stops) stop();
    },
  };
}

function endIfStalled(response: ServerResponse, clock: Clock, end: () => void): Cancel {
  let taken = -1;
  let takenAt = clock.monotonic();
  return clock.every(lookEveryMs, () => {
    const { socket } = response;
    const now = clock.monotonic();
    const sent = socket ? socket.bytesWritten - socket.writableLength : 0;
    const isWaiting = response.headersSent && response.writableLength > 0;
    if (sent !== taken || !isWaiting) {
      taken = sent;
      takenAt = now;
    } else if (now - takenAt >= stallMs) end();
  });
}

/** Of several doubts during a check, one check follows: an import changes thousands of cameras at once. */
function endUnlessValid(gate: GrantWatch, grantId: string, end: () => void): () => void {
  let isChecking = false;
  let isAgain = false;
  const check = async () => {
    isChecking = true;
    do {
      isAgain = false;
      // What cannot be checked is not sent.
      const ended = await gate.ended([grantId]).catch(() => new Set([grantId]));
      if (ended.has(grantId)) return end();
    } while (isAgain);
    isChecking = false;
  };
  return () => {
    if (isChecking) isAgain = true;
    else void check();
  };
}
