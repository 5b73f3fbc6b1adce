/** The check for a newer version, for apps. They have no session: the organisation is that of the installation. */
import type { z } from 'zod';
import type { latestVersion } from '../../contracts/admin/calls/app.calls.ts';
import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import { tooOften } from '../errors/admin-error.ts';
import { callLimit } from '../limits/call-limit.ts';
import type { TenantZone } from '../resource/tenant-zone.ts';
import { operatorScope } from '../tenancy/operator-scope.ts';
import { isOffered } from './rollout.ts';
import { updateTypes, versionStates } from './version-states.ts';

type Query = z.output<NonNullable<typeof latestVersion.query>>;
type Answer = z.input<NonNullable<typeof latestVersion.data>>;

const tooManyChecks = {
  'zh-CN': '检查更新过于频繁，请稍后再试',
  'en-US': 'Too many checks for updates. Try again later.',
} as const;
/** Newer versions that are looked at. */
const maxVersions = 200;

export function versionCheck({
  db,
  clock,
  zoneOf,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly zoneOf: TenantZone;
}) {
  const isAdmitted = callLimit(clock, 'appVersionChecks');

  /** Of versions that are offered to the device. Throws 429. */
  return async (wanted: Query, clientAddress: string): Promise<Answer> => {
    if (!isAdmitted(clientAddress)) throw tooOften(tooManyChecks);
    const { tenantId } = operatorScope;
    const newer = await db
      .selectFrom('appVersion')
      .selectAll()
      .where('tenantId', '=', tenantId)
      .where('appCode', '=', wanted.appCode)
      .where('platform', '=', wanted.platform)
      .where('versionCode', '>', wanted.versionCode)
      .where('status', '=', versionStates.published)
      .orderBy('versionCode', 'desc')
      .limit(maxVersions)
      .execute();
    const offered = newer.filter((version) => isOffered(version, wanted.deviceId ?? null));
    const [latest] = offered;
    if (!latest) return { hasUpdate: false, isForced: false, version: null };
    // A version between the installed one and the latest may have been the forced one.
    const isForced = offered.some(
      ({ updateType, minVersionCode }) =>
        updateType === updateTypes.forced || wanted.versionCode < (minVersionCode ?? 0),
    );
    const zone = await zoneOf(tenantId);
    return {
      hasUpdate: true,
      isForced,
      version: {
        versionName: latest.versionName,
        versionCode: latest.versionCode,
        updateType: latest.updateType as '0' | '1' | '2',
        minVersionCode: latest.minVersionCode,
        packageUrl: latest.packageUrl,
        storeUrl: latest.storeUrl,
        packageSize: latest.packageSize,
        sha256: latest.sha256,
        content: latest.content,
        publishTime: zone.text(Number(latest.publishAt)),
      },
    };
  };
}
