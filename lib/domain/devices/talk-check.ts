import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import type { BackChannelFormat, BackChannelInspector } from '../../media/talk-ports.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import type { TalkDirectory } from './talk-directory.ts';

/** Result of asking a camera for its loudspeaker. Plain JSON without secrets. */
export type TalkReport =
  /** `format` null: the camera has none. */
  | { readonly ok: true; readonly format: BackChannelFormat | null }
  /** `code` is a `TalkFailureCode`. */
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface TalkCheckDeps {
  readonly talkDirectory: TalkDirectory;
  /** Absent: cameras cannot be asked. */
  readonly inspectBackChannel?: BackChannelInspector | undefined;
  readonly clock: Pick<Clock, 'after'>;
}

const checkMs: Ms = 15_000;

/** Asks the camera, and remembers its answer. Null: it cannot be asked, or is disabled. */
export async function checkTalk(
  { talkDirectory, inspectBackChannel, clock }: TalkCheckDeps,
  scope: TenantScope,
  deviceSerial: string,
  channelNo: number,
): Promise<TalkReport | null> {
  const spec = await talkDirectory.source(scope, deviceSerial, channelNo);
  if (!spec || !inspectBackChannel) return null;
  const late = new AbortController();
  const cancel = clock.after(checkMs, () => late.abort());
  try {
    const key = { tenantId: scope.tenantId, deviceSerial, channelNo };
    const format = await inspectBackChannel(spec, key, late.signal);
    await talkDirectory.remember(scope, deviceSerial, channelNo, format);
    return { ok: true, format };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, code: error.code, message: error.message };
    if (!late.signal.aborted) throw error;
    return { ok: false, code: 'talk.unreachable', message: 'no answer in time' };
  } finally {
    cancel();
  }
}
