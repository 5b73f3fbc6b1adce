/**
 * Which uses of a camera are still permitted. The id of a use contains grant, camera and capability, because each can
 * end it: a token may cover many cameras of which one is disabled. Shared by live video and recordings.
 */
import { capabilities } from '../../contracts/lapp/capabilities.ts';
import type { Capability } from '../../contracts/lapp/token-get.call.ts';
import type { Changes } from '../../db/changes.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { GrantWatch } from '../../media/ports.ts';
import { coversChannel } from '../access/camera-list.ts';
import type { GrantRange, GrantRepository, GrantStatus } from '../access/grant.repository.ts';
import { isValidGrant, type TokenService } from '../access/token.service.ts';
import type { DeviceRepository } from './device.repository.ts';

/** One permission in use: this grant on this channel. */
export interface CameraUse {
  readonly grantId: string;
  readonly serial: string;
  readonly channelNo: number;
  readonly capability: Capability;
  /**
   * Of recordings: the channel they are of. It is gone when another one has its serial and number. Null: whichever has
   * them, because a live stream is always that of the stored camera.
   */
  readonly channelId: string | null;
}

/** `invalid`: the grant has ended. `uncovered`: it does not cover the channel. `gone`: no such enabled channel. */
export type UseState = 'permitted' | 'invalid' | 'uncovered' | 'gone';

export interface UseOfGrant {
  readonly state: UseState;
  /** Of the grant; empty for an unknown one. */
  readonly applicationId: string;
  /** When the grant ends. */
  readonly expiresAt: EpochMs;
  /** Of recordings: nothing outside is permitted. Null: not limited to a range. */
  readonly range: GrantRange | null;
}

export interface CameraUses {
  /** Of a use by a grant of this tenant. */
  state(use: CameraUse, tenantId: string): Promise<UseOfGrant>;
  /** Remembers a use, so that its end is reported. Returns its id. */
  admit(use: CameraUse, expiresAt: EpochMs): string;
  readonly watch: GrantWatch;
  /**
   * A camera was added, changed, disabled or removed, so uses of it may have ended. For recordings: live streams follow
   * the stored camera themselves.
   */
  onCameraChanged(listener: () => void): () => void;
}

export function cameraUses(deps: {
  readonly grants: GrantRepository;
  readonly devices: DeviceRepository;
  readonly tokens: Pick<TokenService, 'onRevoked'>;
  readonly changes: Pick<Changes, 'listen'>;
  readonly clock: Clock;
}): CameraUses {
  const { grants, devices, tokens, changes, clock } = deps;
  const admitted = new AdmittedUses();

  /** Of these uses, those whose grant is valid and covers the channel, and whose camera is enabled. */
  async function permitted(uses: readonly CameraUse[]): Promise<ReadonlySet<CameraUse>> {
    const now = clock.now();
    const found = await grants.findManyAnywhere([...new Set(uses.map(({ grantId }) => grantId))]);
    const byId = new Map(found.map((grant) => [grant.grant.id, grant]));
    const entitled = uses.filter((use) => {
      const grant = byId.get(use.grantId);
      return grant !== undefined && isValidGrant(grant, now) && covers(grant, use);
    });
    const allowed = new Set<CameraUse>();
    for (const [scope, ofTenant] of groupByTenant(entitled, byId)) {
      const serials = [...new Set(ofTenant.map(({ serial }) => serial))];
      const enabled = await devices.enabledChannels(scope, serials);
      for (const use of ofTenant) if (isThere(use, enabled)) allowed.add(use);
    }
    return allowed;
  }

  return {
    async state(use, tenantId) {
      const [grant] = await grants.findManyAnywhere([use.grantId]);
      if (!grant || grant.scope.tenantId !== tenantId || !isValidGrant(grant, clock.now())) {
        return { state: 'invalid', applicationId: '', expiresAt: 0, range: null };
      }
      const { applicationId, expiresAt, range } = grant.grant;
      const known = { applicationId, expiresAt, range };
      if (!covers(grant, use)) return { state: 'uncovered', ...known };
      const enabled = await devices.enabledChannels(grant.scope, [use.serial]);
      return { state: isThere(use, enabled) ? 'permitted' : 'gone', ...known };
    },

    admit(use, expiresAt) {
      const id = printUse(use);
      admitted.add(use.grantId, id, expiresAt, clock.now());
      return id;
    },

    onCameraChanged: (listener) => changes.listen('camera', { onReceived: listener, missed: listener }),

    watch: {
      async ended(ids) {
        const uses = ids.map(parseUse);
        const allowed = await permitted(uses.filter((use) => use !== null));
        return new Set(ids.filter((_, index) => !allowed.has(uses[index] as CameraUse)));
      },

      onRevoked(listener) {
        return tokens.onRevoked((grantId) => {
          for (const id of admitted.of(grantId)) listener(id);
        });
      },

      // Only the database knows which grants depend on which session.
      onDoubt: (listener) => changes.listen('session', { onReceived: listener, missed: listener }),
    },
  };
}

const usePattern =
  /^([0-9a-f]{32})\/([A-Za-z0-9_-]{1,64})\/([1-9][0-9]{0,2})\/([a-z.]+)(?:\/([A-Za-z0-9_-]{1,64}))?$/;

function printUse({ grantId, serial, channelNo, capability, channelId }: CameraUse): string {
  const use = `${grantId}/${serial}/${channelNo}/${capability}`;
  return channelId === null ? use : `${use}/${channelId}`;
}

/** Null for an id that was not issued here, which counts as ended. */
function parseUse(text: string): CameraUse | null {
  const parts = usePattern.exec(text);
  const capability = capabilities.find((known) => known === parts?.[4]);
  if (!parts || !capability) return null;
  const channelId = parts[5] ?? null;
  return { grantId: parts[1]!, serial: parts[2]!, channelNo: Number(parts[3]), capability, channelId };
}

type EnabledChannels = Awaited<ReturnType<DeviceRepository['enabledChannels']>>;

function isThere({ serial, channelNo, channelId }: CameraUse, enabled: EnabledChannels): boolean {
  const found = enabled.get(serial)?.get(channelNo);
  return found !== undefined && (channelId === null || channelId === found);
}

function covers({ grant }: GrantStatus, { serial, channelNo, capability }: CameraUse): boolean {
  return grant.capabilities.includes(capability) && coversChannel(grant.cameras, serial, channelNo);
}

function groupByTenant(
  uses: readonly CameraUse[],
  byId: ReadonlyMap<string, GrantStatus>,
): Iterable<readonly [GrantStatus['scope'], readonly CameraUse[]]> {
  const groups = new Map<string, [GrantStatus['scope'], CameraUse[]]>();
  for (const use of uses) {
    const { scope } = byId.get(use.grantId)!; // entitled uses have a grant
    const group = groups.get(scope.tenantId);
    if (group) group[1].push(use);
    else groups.set(scope.tenantId, [scope, [use]]);
  }
  return groups.values();
}

const sweepEveryMs: Ms = 60_000;

/** The admitted uses of each grant, so that their end can be reported under the media plane's ids. */
class AdmittedUses {
  readonly #byGrant = new Map<string, { readonly expiresAt: EpochMs; readonly uses: Set<string> }>();
  #sweptAt: EpochMs = 0;

  add(grantId: string, use: string, expiresAt: EpochMs, now: EpochMs): void {
    this.#forgetExpired(now);
    const known = this.#byGrant.get(grantId);
    if (known) known.uses.add(use);
    else this.#byGrant.set(grantId, { expiresAt, uses: new Set([use]) });
  }

  /** There are several listeners, so reading removes nothing; the entry is removed when the grant expires. */
  of(grantId: string): readonly string[] {
    return [...(this.#byGrant.get(grantId)?.uses ?? [])];
  }

  #forgetExpired(now: EpochMs): void {
    if (Math.abs(now - this.#sweptAt) < sweepEveryMs) return;
    this.#sweptAt = now;
    for (const [id, entry] of this.#byGrant) if (entry.expiresAt <= now) this.#byGrant.delete(id);
  }
}
