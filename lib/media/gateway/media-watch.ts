import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import type { HandleEvents } from './plugin.ts';

const CHECK_EVERY_MS: Ms = 1_000;
/** Packets in that time, at 20 ms each. */
const PACKETS_PER_CHECK = 50;
/** Share of lost packets from which speech suffers audibly. */
const SLOW_FROM = 0.05;

/** Reports to the client whether its audio arrives, and how much of it is lost. */
export class MediaWatch {
  private isReceiving = false;
  private hasPackets = false;
  private readonly stop: Cancel;

  /** `loss`: share of packets lost since the last call. */
  constructor(
    clock: Clock,
    private readonly events: Pick<HandleEvents, 'media' | 'slowLink'>,
    private readonly loss: () => number,
  ) {
    this.stop = clock.every(CHECK_EVERY_MS, () => this.check());
  }

  packet(): void {
    this.hasPackets = true;
    this.report(true);
  }

  close(): void {
    this.stop();
  }

  private check(): void {
    this.report(this.hasPackets);
    this.hasPackets = false;
    const loss = this.loss();
    if (loss >= SLOW_FROM) this.events.slowLink(Math.round(loss * PACKETS_PER_CHECK));
  }

  private report(isReceiving: boolean): void {
    if (isReceiving === this.isReceiving) return;
    this.isReceiving = isReceiving;
    this.events.media(isReceiving);
  }
}
