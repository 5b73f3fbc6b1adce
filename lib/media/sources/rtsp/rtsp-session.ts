/** The requests that start a stream: OPTIONS, DESCRIBE, SETUP for each track, PLAY. */
import { err, ok, type Result } from '../../../kernel/result.ts';
import type { RtspTransport, SourceFailure, TransportFault, TransportUse } from '../../ports.ts';
import { type KeepAliveTerms, keepAliveTerms } from './keep-alive.ts';
import type { StartTimestamps } from './live-times.ts';
import type { MediaTransport } from './media-transport.ts';
import {
  type AudioPlan,
  type DescribedTracks,
  pickTracks,
  skipReasons,
  type TrackPlan,
  withAudio,
} from './pick-tracks.ts';
import type { PlayMode } from './play-mode.ts';
import type { RtspConnection } from './rtsp-connection.ts';
import { firstHeader, type RtspHeaders, type RtspResponse } from './rtsp-message.ts';
import { parseSdp } from './sdp.ts';
import { sourceFailure, statusFailure, transportFailure } from './source-failure.ts';
import type { TrackKind } from './stream-times.ts';

export interface RtspSession {
  readonly plan: TrackPlan;
  readonly transport: MediaTransport;
  readonly playUrl: string;
  readonly sessionId: string;
  readonly keepAlive: KeepAliveTerms;
}

type Step<T> = Promise<Result<T, SourceFailure>>;

/** RFC 2326, 11.3.11. */
const unsupportedTransport = 461;

interface Description {
  readonly options: RtspResponse;
  readonly description: RtspResponse;
  readonly control: string | null;
  readonly plan: DescribedTracks;
}

/** The tracks that the camera offers; a failure if none is supported. */
export async function describeCamera(connection: RtspConnection, url: string): Step<Description> {
  const options = await connection.request('OPTIONS', url);
  if (!options.ok) return options;
  const description = await connection.request('DESCRIBE', url, [['Accept', 'application/sdp']]);
  if (!description.ok) return description;
  if (description.value.status !== 200) return err(statusFailure('DESCRIBE', description.value.status));
  const sdp = parseSdp(description.value.body);
  if (!sdp.ok) return err(sourceFailure('source.protocol', sdp.error));
  const plan = pickTracks(sdp.value);
  const unusable = whyUnusable(plan);
  if (unusable !== null) return err(unusable);
  const { control } = sdp.value;
  return ok({ options: options.value, description: description.value, control, plan });
}

export interface TransportOffers {
  /** In the order of preference; at least one. */
  readonly names: readonly RtspTransport[];
  make(name: RtspTransport): MediaTransport | null;
  /** The next one is tried. */
  refused(name: RtspTransport, fault: TransportFault): void;
}

/** Everything up to but not including PLAY, because media may start with its response. */
export async function setUpSession(
  connection: RtspConnection,
  url: string,
  mode: PlayMode,
  offers: TransportOffers,
): Step<RtspSession> {
  const described = await describeCamera(connection, url);
  if (!described.ok) return described;
  const { options, description, control, plan } = described.value;
  const base = contentBase(description.headers, control) ?? url;
  const wanted = mode.hasAudio || plan.video === null ? plan : { ...plan, audio: null, otherAudio: [] };
  const playUrl = resolveControl(base, control);
  const faults: TransportUse['faults'][number][] = [];
  for (const name of offers.names) {
    const transport = offers.make(name);
    if (transport === null) return err(sourceFailure('source.ended', 'the camera closed the connection'));
    const outcome = await setUpTracks(connection, wanted, base, mode, transport);
    if ('tracks' in outcome) {
      const { timeoutSeconds, ...tracks } = outcome.tracks;
      return ok({ ...tracks, transport, playUrl, keepAlive: keepAliveTerms(options, timeoutSeconds) });
    }
    transport.close();
    if ('failure' in outcome) return err(outcome.failure);
    const { fault, sessionId } = outcome;
    offers.refused(name, fault);
    faults.push({ transport: name, fault });
    if (sessionId !== '') await connection.request('TEARDOWN', playUrl, [['Session', sessionId]]);
  }
  return err(transportFailure(faults));
}

export async function play(
  connection: RtspConnection,
  session: RtspSession,
  mode: PlayMode,
): Step<StartTimestamps> {
  const headers = [['Session', session.sessionId] as const, ...mode.playHeaders];
  const answer = await connection.request('PLAY', session.playUrl, headers);
  if (!answer.ok) return answer;
  const refusal = mode.refusal('PLAY', answer.value);
  return refusal === null ? ok(readRtpInfo(answer.value, session)) : err(refusal);
}

function whyUnusable(plan: TrackPlan): SourceFailure | null {
  const frames = plan.skipped.filter((media) => media.kind === 'video');
  if (plan.video === null && frames.length > 0) {
    const names = frames.map((media) => media.encoding || 'unknown').join(', ');
    if (frames.some(({ reason }) => reason === skipReasons.interleaved)) {
      return sourceFailure('source.unsupported', `the camera sends ${names} in interleaved packets`);
    }
    const advice = frames.some((media) => media.encoding === 'JPEG')
      ? 'Motion JPEG is not carried: set the camera to H.264'
      : 'set the camera to H.264 or H.265';
    return sourceFailure('source.unsupported', `the camera sends ${names}: ${advice}`);
  }
  if (plan.video === null && plan.audio === null) {
    return sourceFailure('source.unsupported', 'the camera offers no supported video or audio');
  }
  return null;
}

type Tracks = Pick<RtspSession, 'plan' | 'sessionId'> & { readonly timeoutSeconds: number | null };

/** What SETUP of one transport came to; `fault`: another transport may work. */
type SetupOutcome =
  | { readonly tracks: Tracks }
  | { readonly failure: SourceFailure }
  | { readonly fault: TransportFault; readonly sessionId: string };

async function setUpTracks(
  connection: RtspConnection,
  plan: DescribedTracks,
  base: string,
  mode: PlayMode,
  transport: MediaTransport,
): Promise<SetupOutcome> {
  const audios = plan.audio === null ? [] : [plan.audio, ...plan.otherAudio];
  const wanted = [
    ...(plan.video === null ? [] : [{ kind: 'video' as const, track: plan.video }]),
    ...audios.map((track) => ({ kind: 'audio' as const, track })),
  ];
  let sessionId = '';
  let timeoutSeconds: number | null = null;
  let audio: AudioPlan | null = null;
  const refused: AudioPlan[] = [];
  for (const { kind, track } of wanted) {
    if (audio !== null) break;
    const offer = await transport.offer(kind, track);
    if (!offer.ok) return { fault: offer.error, sessionId };
    const answer = await connection.request('SETUP', resolveControl(base, track.control), [
      ['Transport', offer.value.header],
      ...(sessionId === '' ? [] : [['Session', sessionId] as const]),
      ...mode.setupHeaders,
    ]);
    if (!answer.ok) return { failure: answer.error };
    const { status } = answer.value;
    const session = status === 200 ? readSession(answer.value) : null;
    const accepted = session && (await offer.value.accept(answer.value));
    if (session === null || accepted === null || !accepted.ok) {
      // Continue with other audio, or without.
      if (kind === 'audio') {
        refused.push(track);
        if (plan.video !== null || refused.length < audios.length) continue;
      }
      if (accepted !== null && !accepted.ok) {
        return { fault: accepted.error, sessionId: session?.sessionId ?? '' };
      }
      if (status === unsupportedTransport) return { fault: { code: 'refused' }, sessionId };
      const refusal = mode.refusal('SETUP', answer.value);
      return { failure: refusal ?? sourceFailure('source.protocol', 'the camera set up no session') };
    }
    if (kind === 'audio') audio = track;
    sessionId ||= session.sessionId;
    timeoutSeconds = session.timeoutSeconds ?? timeoutSeconds;
  }
  return { tracks: { plan: withAudio(plan, audio, refused), sessionId, timeoutSeconds } };
}

/** Null: the response names no session. */
export function readSession(
  answer: RtspResponse,
): { readonly sessionId: string; readonly timeoutSeconds: number | null } | null {
  const session = /^([^;\s]{1,256})(?:.*?;\s*timeout=(\d{1,6}))?/i.exec(
    firstHeader(answer.headers, 'session') ?? '',
  );
  if (session === null) return null;
  return { sessionId: session[1]!, timeoutSeconds: session[2] === undefined ? null : Number(session[2]) };
}

/**
 * What controls are relative to, where the camera says it (RFC 2326, C.1.1). Without a header for it, that is the
 * `control` of the presentation, if absolute.
 */
export function contentBase(headers: RtspHeaders, control: string | null): string | null {
  const given = [firstHeader(headers, 'content-base'), firstHeader(headers, 'content-location'), control];
  return given.find((base) => base !== null && isRtspUrl(base)) ?? null;
}

const isRtspUrl = (text: string): boolean => /^rtsps?:\/\/[\x21-\x7e]+$/i.test(text) && text.length <= 2_048;

/**
 * The control URL of a track or of the presentation. Cameras put queries into the base and expect the control
 * appended after them, so this is not the resolution of RFC 3986. The result is only used on the open
 * connection; nothing connects to it.
 */
export function resolveControl(base: string, control: string | null): string {
  const clean = control?.replace(/[^\x21-\x7e]/g, '').slice(0, 1_024) ?? '';
  if (clean === '' || clean === '*') return base;
  if (isRtspUrl(clean)) return clean;
  if (clean.startsWith('/')) return `${/^rtsps?:\/\/[^/]*/i.exec(base)?.[0] ?? base}${clean}`;
  return `${base}${base.endsWith('/') ? '' : '/'}${clean}`;
}

/** `url=…/trackID=1;seq=1;rtptime=123, url=…`: entries in no reliable order, so they are matched by control. */
function readRtpInfo(answer: RtspResponse, session: RtspSession): StartTimestamps {
  const starts: Partial<Record<TrackKind, number>> = {};
  const entries = (answer.headers.get('rtp-info') ?? [])
    .join(',')
    .slice(0, 4_096)
    .split(/,(?=\s*url=)/i);
  for (const entry of entries) {
    const url = /url="?([^;"]+)/i.exec(entry)?.[1]?.trim();
    const time = /rtptime=(\d{1,10})/i.exec(entry)?.[1];
    if (url === undefined || time === undefined || Number(time) > 0xffffffff) continue;
    for (const kind of ['video', 'audio'] as const) {
      const control = session.plan[kind]?.control ?? null;
      if (control !== null && (url === control || url.endsWith(control))) starts[kind] = Number(time);
    }
  }
  // One alone does not relate the two tracks.
  return starts.video !== undefined && starts.audio !== undefined ? starts : {};
}
