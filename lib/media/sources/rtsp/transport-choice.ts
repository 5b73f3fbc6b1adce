/**
 * Which transports are tried, in which order, and which did not work lately: without this memory, a camera that cannot
 * be reached by UDP would start seconds later each time.
 */
import type { Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { RtspTransport, SourceSpec, TransportChoice, TransportFault } from '../../ports.ts';

type RtspSpec = Extract<SourceSpec, { kind: 'rtsp' }>;

const orders: Readonly<Record<TransportChoice, readonly RtspTransport[]>> = {
  auto: ['tcp', 'udp'],
  tcp: ['tcp'],
  udp: ['udp', 'tcp'],
  multicast: ['multicast', 'tcp'],
};

/** So that a firewall that was opened is noticed. */
const rememberMs: Ms = 10 * 60_000;
const maxAddresses = 2_000;

export const chosenTransport = (spec: RtspSpec): TransportChoice => spec.transport ?? 'auto';

interface Failed {
  readonly fault: TransportFault;
  readonly atMs: Ms;
}

export class TransportMemory {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #failed = new Map<string, Map<RtspTransport, Failed>>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** At least one. Those that failed lately are left out, unless all did. */
  order(spec: RtspSpec): readonly RtspTransport[] {
    // By UDP, media of an encrypted connection would travel in clear.
    if (/^rtsps:/i.test(spec.url)) return ['tcp'];
    const all = orders[chosenTransport(spec)];
    const left = all.filter((name) => this.fault(spec, name) === null);
    return left.length > 0 ? left : all;
  }

  /** Why this transport did not work lately; null: it may. */
  fault(spec: RtspSpec, name: RtspTransport): TransportFault | null {
    const failed = this.#failed.get(spec.url)?.get(name);
    return failed && this.#clock.monotonic() - failed.atMs < rememberMs ? failed.fault : null;
  }

  note(spec: RtspSpec, name: RtspTransport, fault: TransportFault): void {
    const known = this.#failed.get(spec.url) ?? new Map<RtspTransport, Failed>();
    known.set(name, { fault, atMs: this.#clock.monotonic() });
    this.#failed.delete(spec.url);
    this.#failed.set(spec.url, known);
    for (const oldest of this.#failed.keys()) {
      if (this.#failed.size <= maxAddresses) break;
      this.#failed.delete(oldest);
    }
  }
}
