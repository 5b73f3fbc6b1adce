import type { Cancel, Clock } from '../../../lib/kernel/clock.ts';
import type { Ms } from '../../../lib/kernel/units.ts';

export interface PtzPressDeps {
  readonly clock: Clock;
  /** Resolves with a code: 200, a limit, or a failure. Never rejects. */
  send(action: 'start' | 'stop'): Promise<string>;
  /** Called with the newest response to a start; outdated responses are dropped. */
  answered(code: string): void;
}

export interface PtzPress {
  /** Resolves when no command is pending and the last one was a stop. Safe to call twice. */
  end(): Promise<void>;
}

/** The server stops the motion 1 s after the last start, so a lost stop does no harm. */
const repeatMs: Ms = 400;

/** One press: sends start repeatedly, and stop at the end. */
export function createPtzPress({ clock, send, answered }: PtzPressDeps): PtzPress {
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
      // At a limit or after a rejection, repeating is useless.
      if (code !== '200' && !code.startsWith('network.')) cancelRepeat();
      answered(code);
    });
    pending.add(answer);
  }

  async function stop(): Promise<void> {
    const late = [...pending];
    if ((await send('stop')) !== '200') await send('stop');
    if (late.length === 0 || pending.size === 0) return;
    // A start that arrives after the stop would move the camera until the server's lease ends.
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
