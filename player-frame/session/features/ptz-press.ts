import type { Cancel, Clock } from '../../../lib/kernel/clock.ts';
import type { Ms } from '../../../lib/kernel/units.ts';

export interface PtzPressDeps {
  readonly clock: Clock;
  /** Answers the code: 200, a limit, or why not. Never rejects. */
  send(action: 'start' | 'stop'): Promise<string>;
  /** The newest answer to a start; answers that were overtaken are not told. */
  answered(code: string): void;
}

export interface PtzPress {
  /** Resolves when no command is under way any more, and the last one was a stop. Safe to call twice. */
  end(): Promise<void>;
}

/** The server lets go 1 s after the last start, so that a stop that is lost ends the motion all the same. */
const repeatMs: Ms = 400;

/** One press of the pad: start now and again while it lasts, stop when it ends. */
export function holdPress({ clock, send, answered }: PtzPressDeps): PtzPress {
  let sent = 0;
  let newestAnswered = 0;
  let ending: Promise<void> | null = null;
  const pending = new Set<Promise<void>>();
  let cancelRepeat: Cancel = () => {};

  function start(): void {
    sent += 1;
    const number = sent;
    const answer = send('start').then((code) => {
      pending.delete(answer);
      if (number < newestAnswered) return;
      newestAnswered = number;
      // At a limit, or refused: the same again changes nothing.
      if (code !== '200' && !code.startsWith('network.')) cancelRepeat();
      answered(code);
    });
    pending.add(answer);
  }

  async function stop(): Promise<void> {
    const late = [...pending];
    if ((await send('stop')) !== '200') await send('stop');
    if (late.length === 0 || pending.size === 0) return;
    // A start that the stop overtook would move the camera for as long as the server's lease.
    await Promise.all(late);
    await send('stop');
  }

  start();
  cancelRepeat = clock.every(repeatMs, start);

  return {
    end() {
      cancelRepeat();
      ending ??= stop();
      return ending;
    },
  };
}
