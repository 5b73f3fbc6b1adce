import { type EzopenMode, parseEzopen, printEzopen } from '../../lib/ezopen/address.ts';
import { err, ok, type Result } from '../../lib/kernel/result.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { MediaTarget } from '../engines/engine.ts';
import type { Rung } from '../state/ladder.ts';
import type { Failure } from '../state/player-events.ts';
import type { RecordingStores } from '../state/recorded-events.ts';
import type { CallOptions, LappLink } from './lapp-link.ts';
import type { MediaKeys, OfferedKeyTerms } from './media-keys.ts';

export interface AddressRequest {
  /** As given by the host page, `ezopen://…`. */
  readonly address: string;
  /** Requested stream and form. */
  readonly rung: Rung;
  /** Recorded only: where to begin; null: at the begin of the address. */
  readonly startAt: EpochMs | null;
  readonly accessToken: string;
}

export interface ResolvedAddress {
  /** Stream or range to load. The ticket of a stream is valid once. */
  readonly target: MediaTarget;
  /** Of the camera; may be empty. */
  readonly deviceName: string;
  /** Remaining lifetime of the access token. */
  readonly expireInMs: Ms;
  /** IANA name of the zone of the camera's civil times, if known. */
  readonly timeZone?: string | undefined;
  /** False: the token permits recordings of the camera only. */
  readonly hasLive?: boolean | undefined;
  /** Which recordings may be played, if known. */
  readonly stores?: RecordingStores | undefined;
}

/** Before the key is derived. */
interface AnsweredAddress extends ResolvedAddress {
  /** Null: not encrypted. */
  readonly encryption: OfferedKeyTerms | null;
}

export interface AddressResolver {
  resolve(request: AddressRequest, options: CallOptions): Promise<Result<ResolvedAddress, Failure>>;
}

type LiveUrls = Pick<LappLink, 'liveUrl'>;

/** The script for keys cannot be loaded now. */
const unreachable: Failure = {
  kind: 'network',
  code: 'network.unreachable',
  stage: 'address',
  message: null,
};

/** Resolves an ezopen address to a stream. One per kind of address. */
interface KindResolver {
  resolve(request: AddressRequest, options: CallOptions): Promise<Result<AnsweredAddress, Failure>>;
}

/**
 * The resolver for an address, by its kind. Invalid addresses are resolved as live: the server rejects them with a
 * code.
 */
export function createAddressResolver(lapp: LiveUrls, keys: MediaKeys | null = null): AddressResolver {
  /** Loaded with the first encrypted stream. */
  const loadKeys = async (): Promise<MediaKeys> => {
    const { createMediaKeys } = await import('./media-keys.ts');
    keys ??= createMediaKeys();
    return keys;
  };
  const live = liveAddressResolver(lapp);
  const recorded = recordedAddressResolver(lapp);
  const resolvers: Record<EzopenMode, KindResolver> = { live, rec: recorded, 'cloud.rec': recorded };
  return {
    async resolve(request, options) {
      const parsed = parseEzopen(request.address);
      const resolver = (parsed.ok && resolvers[parsed.value.mode]) || live;
      const answer = await resolver.resolve(request, options);
      if (!answer.ok) return answer;
      const { encryption, ...resolved } = answer.value;
      if (!encryption) return ok(resolved);
      const known = keys ?? (await loadKeys().catch(() => null));
      if (!known) return err(unreachable);
      const decryption = await known.derive(parsed.ok ? parsed.value.validCode : null, encryption);
      // Clear recordings play without it; encrypted ones report what is missing.
      if (!decryption.ok) return encryption.keyId === undefined ? ok(resolved) : decryption;
      return ok({ ...resolved, target: { ...resolved.target, decryption: decryption.value } });
    },
  };
}

function liveAddressResolver(lapp: LiveUrls): KindResolver {
  return {
    async resolve({ address, rung, accessToken }, options) {
      const answer = await lapp.liveUrl({ ezopen: streamFor(address, rung), accessToken }, options);
      if (!answer.ok) return answer;
      const { url, token, deviceName, expireInMs, timeZone, stores, encryption = null } = answer.value;
      const target = { url: formFor(url, rung), ticket: token };
      return ok({ target, deviceName, expireInMs, encryption, timeZone, stores });
    },
  };
}

/** Recordings exist as the camera sent them, and their ticket is valid for every request. */
function recordedAddressResolver(lapp: LiveUrls): KindResolver {
  return {
    async resolve({ address, startAt, accessToken }, options) {
      const answer = await lapp.liveUrl({ ezopen: address, accessToken }, options);
      if (!answer.ok) return answer;
      const {
        url,
        token,
        deviceName,
        expireInMs,
        range,
        timeZone,
        stores,
        hasLive,
        encryption = null,
      } = answer.value;
      if (!range)
        return err({ kind: 'other', code: 'address.malformed', stage: 'address', message: null } as const);
      const target = { url, ticket: token, range, startAt };
      return ok({ target, deviceName, expireInMs, timeZone, stores, hasLive, encryption });
    },
  };
}

/** The sub stream has the same address without `hd`. */
function streamFor(address: string, rung: Rung): string {
  const parsed = parseEzopen(address);
  if (rung.stream === 'requested' || !parsed.ok) return address;
  return printEzopen({ ...parsed.value, hd: false });
}

/** `….flv` as sent, `….h264.flv` transcoded by the server. */
function formFor(url: string, rung: Rung): string {
  return rung.form === 'h264' ? url.replace(/(?:\.h264)?\.flv$/, '.h264.flv') : url;
}
