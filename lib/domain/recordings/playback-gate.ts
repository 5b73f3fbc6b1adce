import type { Clock } from '../../kernel/clock.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { Ms } from '../../kernel/units.ts';
import type { PlaybackAdmission, PlaylistGate, Refusal } from '../../media/ports.ts';
import type { PlaybackSubject, PlaybackTicket, PlaybackTickets } from '../access/playback-ticket.ts';
import type { PlaylistAddresses } from '../access/playlist-address.ts';
import type { CameraUse, CameraUses, UseOfGrant } from '../devices/grant-watch.ts';
import { type LappCode, lappMessage } from '../errors/lapp-errors.ts';
import { playbackCapability } from './stores.ts';

/** How long the answer about a grant is used again: a player makes a request for every few seconds of video. */
const rememberedMs: Ms = 2_000;
const maxRemembered = 10_000;

/** What was signed, and until when. */
type Signed = PlaybackSubject & Pick<PlaybackTicket, 'exp'>;

/** Admits requests for recorded media. */
export function playbackGate(deps: {
  readonly tickets: PlaybackTickets;
  readonly addresses: PlaylistAddresses;
  readonly uses: CameraUses;
  readonly clock: Clock;
}): PlaylistGate {
  const { tickets, addresses, uses, clock } = deps;
  const remembered = new Map<
    string,
    { readonly until: Ms; readonly answer: ReturnType<CameraUses['state']> }
  >();
  /** Also when a camera was changed: another one may have its serial number. */
  const onDoubt: PlaylistGate['onDoubt'] = (listener) => {
    const stops = [uses.watch.onDoubt(listener), uses.onCameraChanged(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  };
  // Not only after 2 s: other viewers of the same grant may be many.
  uses.watch.onRevoked(() => remembered.clear());
  onDoubt(() => remembered.clear());

  async function stateOf(use: CameraUse, tenantId: string): Promise<UseOfGrant> {
    const name = JSON.stringify([use, tenantId]);
    const now = clock.monotonic();
    const known = remembered.get(name);
    if (known && known.until > now) return known.answer;
    if (remembered.size >= maxRemembered) remembered.clear();
    const answer = uses.state(use, tenantId);
    remembered.set(name, { until: now + rememberedMs, answer });
    answer.catch(() => remembered.delete(name));
    return answer;
  }

  /** Whether the grant still permits what was signed. */
  async function admitted(
    { grantId, tenantId, deviceSerial, channelNo, channelId, store, fromMs, toMs, exp }: Signed,
    wanted: Parameters<PlaylistGate['admit']>[1],
  ): Promise<Result<PlaybackAdmission, Refusal>> {
    const isFor =
      deviceSerial === wanted.deviceSerial && channelNo === wanted.channelNo && store === wanted.store;
    if (!isFor) return refuse(403, '10031');
    const capability = playbackCapability[store];
    const use = { grantId, serial: deviceSerial, channelNo, channelId, capability };
    const { state, applicationId, expiresAt, range } = await stateOf(use, tenantId);
    if (state === 'invalid' || expiresAt <= clock.now()) return refuse(401, '10002');
    if (state === 'uncovered') return refuse(403, '10031');
    if (state === 'gone') return refuse(404, '20002');
    // Tickets are issued within the range of the grant; here, too, because this is what is watched.
    if (range && (fromMs < range.fromMs || toMs > range.toMs)) return refuse(403, '10031');
    const key = { tenantId, channelId, store };
    const validUntil = Math.min(expiresAt, exp);
    return ok({
      key,
      fromMs,
      toMs,
      grantId: uses.admit(use, expiresAt),
      applicationId,
      expiresAt,
      validUntil,
    });
  }

  return {
    ...uses.watch,
    onDoubt,

    async admit(text, wanted) {
      const verified = tickets.verify(text, clock.now());
      return verified.ok ? admitted(verified.value, wanted) : refuse(401, '10002');
    },

    async admitSigned(signature, wanted) {
      const now = clock.now();
      const verified = addresses.verify(signature, now);
      if (!verified.ok) return refuse(401, '10002');
      const admission = await admitted(verified.value, wanted);
      if (!admission.ok) return admission;
      const continuing = addresses.continuing(verified.value, now, admission.value.expiresAt);
      return ok({ ...admission.value, continuing });
    },
  };
}

function refuse(status: Refusal['status'], code: LappCode): { ok: false; error: Refusal } {
  return err({ status, code, message: lappMessage(code, 'zh-CN') });
}
