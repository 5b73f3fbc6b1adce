/** What the talk plane needs from the domain, kept in memory. */
import type { SourceSpec } from '../../lib/media/ports.ts';
import type {
  TalkAdmission,
  TalkDirectory,
  TalkKey,
  TalkLeases,
  TalkLog,
  TalkOutcome,
  TalkTarget,
} from '../../lib/media/talk-ports.ts';

export const demoSpec: SourceSpec = { kind: 'demo', scene: 'yard', profile: 'sub' };

export const talkTarget = (deviceSerial = 'CAM1', change: Partial<TalkTarget> = {}): TalkTarget => ({
  key: { tenantId: 'tenant-1', deviceSerial, channelNo: 1 },
  channelId: `channel-${deviceSerial}`,
  name: deviceSerial,
  duplex: 'full',
  ...change,
});

export const talkAdmission = (
  targets: readonly (TalkTarget & { readonly useId?: string | null })[] = [talkTarget()],
  change: Partial<TalkAdmission> = {},
): TalkAdmission => ({
  targets: targets.map((target) => ({ useId: 'grant-1', ...target })),
  grantId: 'grant-1',
  expiresAt: Number.MAX_SAFE_INTEGER,
  clientAddress: '192.0.2.7',
  ...change,
});

/** One talker per channel, as in the domain. */
export class MemoryLeases implements TalkLeases {
  readonly #taken = new Map<string, Set<() => void>>();

  get taken(): readonly string[] {
    return [...this.#taken.keys()];
  }

  async take(target: TalkTarget) {
    const channelId = String(target.channelId);
    if (this.#taken.has(channelId)) return null;
    const listeners = new Set<() => void>();
    this.#taken.set(channelId, listeners);
    return {
      onLost(listener: () => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      release: async () => {
        if (this.#taken.get(channelId) === listeners) this.#taken.delete(channelId);
      },
    };
  }

  /** Another process takes the channel. */
  lose(channelId: string): void {
    for (const listener of this.#taken.get(channelId) ?? []) listener();
  }
}

/** Cameras by serial; those without an entry are demo cameras. */
export class MemoryDirectory implements TalkDirectory {
  constructor(readonly specs: Readonly<Record<string, SourceSpec | null>> = {}) {}

  async find({ deviceSerial }: TalkKey): Promise<SourceSpec | null> {
    const spec = this.specs[deviceSerial];
    return spec === undefined ? demoSpec : spec;
  }
}

export class MemoryTalkLog implements TalkLog {
  /** Talks that have begun, and those that have ended. */
  readonly begun: Parameters<TalkLog['began']>[0][] = [];
  readonly entries: (Parameters<TalkLog['began']>[0] & TalkOutcome)[] = [];

  began(talk: Parameters<TalkLog['began']>[0]): (outcome: TalkOutcome) => void {
    this.begun.push(talk);
    return (outcome) => this.entries.push({ ...talk, ...outcome });
  }
}
