import { AppError } from '../../kernel/app-error.ts';
import type { PtzOpener, PtzSpec, SourceFailure, SourceSpec, StreamProfile } from '../../media/ports.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import type { CameraService } from './camera.service.ts';
import type { DeviceStatus } from './device-status.ts';
import type { Axes, PtzDirectory } from './ptz-directory.ts';
import { checkTalk, type TalkCheckDeps, type TalkReport } from './talk-check.ts';

/** What a camera sends, as reported by the media plane. Plain JSON without secrets. */
export type ProbeReport = Readonly<Record<string, unknown>>;
/** Connects once and reads. Failures are part of the report. */
export type CameraProbe = (spec: SourceSpec) => Promise<ProbeReport>;

export interface CheckDeps extends TalkCheckDeps {
  readonly scope: TenantScope;
  readonly cameras: CameraService;
  readonly probe: CameraProbe;
  readonly ptzDirectory: PtzDirectory;
  readonly openPtz: PtzOpener;
  /** Receives the result of each check. */
  readonly presence: Pick<DeviceStatus, 'found'>;
}

/** Result of a PTZ check. Plain JSON without secrets. */
export type PtzReport =
  | { readonly ok: true; readonly axes: Axes }
  /** `code` is a `PtzFailureCode`. */
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface CameraReport {
  readonly serial: string;
  readonly channelNo: number;
  readonly profiles: readonly { readonly profile: StreamProfile; readonly report: ProbeReport }[];
  /** Null: the camera has no ONVIF address. */
  readonly ptz: PtzReport | null;
  /** Null: the camera cannot be asked, or is disabled. */
  readonly talk: TalkReport | null;
}

/** One after the other: a camera may allow only a single connection. Throws `camera.notFound`. */
export async function checkCamera(
  deps: CheckDeps,
  { serial, channelNo }: { readonly serial: string; readonly channelNo: number },
): Promise<CameraReport> {
  const { cameras, scope, probe, ptzDirectory, openPtz, presence } = deps;
  const profiles: { profile: StreamProfile; report: ProbeReport }[] = [];
  for (const { profile, spec } of await cameras.sources(scope, serial, channelNo)) {
    profiles.push({ profile, report: await probe(spec) });
  }
  const place = { tenantId: scope.tenantId, deviceSerial: serial, channelNo };
  await presence.found(place, overallFailure(profiles.map(resultOf)));
  const spec = await ptzDirectory.findForCheck(scope, serial, channelNo);
  const ptz = spec && (await inspect(spec, openPtz));
  if (ptz?.ok) await ptzDirectory.remember(scope, serial, channelNo, ptz.axes);
  const talk = await checkTalk(deps, scope, serial, channelNo);
  return { serial, channelNo, profiles, ptz, talk };
}

/** Of several profiles: null when one works, otherwise the failure; a rejected login takes precedence. */
export function overallFailure(
  results: readonly { readonly isGood: boolean; readonly code: unknown }[],
): { readonly code: SourceFailure['code'] } | null {
  if (results.some(({ isGood }) => isGood)) return null;
  return { code: results.some(({ code }) => code === 'source.auth') ? 'source.auth' : 'source.protocol' };
}

function resultOf({ report }: { readonly report: ProbeReport }) {
  const { ok, failure } = report;
  const code = typeof failure === 'object' && failure !== null && 'code' in failure ? failure.code : null;
  return { isGood: ok === true, code };
}

export async function inspect(spec: PtzSpec, openPtz: CheckDeps['openPtz']): Promise<PtzReport> {
  try {
    const ptz = await openPtz(spec);
    const { axes } = ptz;
    await ptz.close();
    return { ok: true, axes };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ok: false, code: error.code, message: error.message };
  }
}
