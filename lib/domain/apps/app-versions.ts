/** App versions in the console, and the check of apps for newer ones. */
import { type AppPlatform, packageExtensions, packageIn } from '../../contracts/admin/app-package.ts';
import { appVersion } from '../../contracts/admin/resources/app-version.resource.ts';
import type { RowOf, WrittenOf } from '../../contracts/admin/row-types.ts';
import { extensionOf } from '../../contracts/admin/upload-kinds.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Entropy } from '../crypto/entropy.ts';
import { conflict, invalid, refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { Change, ServerResource } from '../resource/server-resource.ts';
import { type TableService, tableService } from '../resource/table-service.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { type AppPackages, appPackages } from './app-packages.ts';
import { versionCheck } from './version-check.ts';
import { versionStates } from './version-states.ts';

type Definition = typeof appVersion;
type Version = RowOf<Definition>;
type Written = WrittenOf<Definition>;
type Measured = Pick<Written, 'packageSize' | 'sha256'>;

export interface Apps {
  readonly versions: TableService<Definition>;
  readonly packages: AppPackages;
  readonly latest: ReturnType<typeof versionCheck>;
  /** Throws 404, U0200 for a version that is published already, and U0210 if a later one was published. */
  publish(call: CallContext, id: number): Promise<void>;
  /** Throws 404, and U0200 for a version that is not published. */
  withdraw(call: CallContext, id: number): Promise<void>;
}

const texts = {
  address: {
    'zh-CN': '安装包地址和应用商店地址至少填写一个',
    'en-US': 'Enter the address of the package or of the store',
  },
  minimum: {
    'zh-CN': '最低版本序号不能大于版本序号',
    'en-US': 'The minimum version code must not be greater than the version code',
  },
  fixed: {
    'zh-CN': '发布过的版本不能修改此项，请新增版本',
    'en-US': 'This cannot be changed once the version was published. Add a new version.',
  },
  packageGone: {
    'zh-CN': '安装包已失效，请重新上传',
    'en-US': 'The package is no longer available. Upload it again.',
  },
  packagePlatform: {
    'zh-CN': '安装包不属于该平台',
    'en-US': 'The package is of another platform',
  },
  codeTaken: {
    'zh-CN': '该应用和平台已有此版本序号',
    'en-US': 'This app and platform already have this version code',
  },
  isPublished: { 'zh-CN': '该版本已发布', 'en-US': 'The version is already published' },
  isNotPublished: { 'zh-CN': '该版本没有发布', 'en-US': 'The version is not published' },
  removeFirst: { 'zh-CN': '已发布的版本须先下架', 'en-US': 'Withdraw a published version first' },
} as const satisfies Record<string, LocalText>;

const tooLow = (published: number): LocalText => ({
  'zh-CN': `版本序号须大于已发布的 ${published}`,
  'en-US': `The version code must be greater than ${published}, which is published`,
});

/** What apps have downloaded is not changed afterwards. */
const fixedFields = ['versionName', 'versionCode', 'packageUrl', 'packageSize', 'sha256'] as const;

export function createApps(deps: ResourceDeps & { readonly entropy: Entropy }): Apps {
  const { clock } = deps;
  const zoneOf = tenantZone(deps);

  /** Codes of other versions of the same app and platform. */
  async function checkCode({ call, transaction }: Change, merged: Written, id: number | null): Promise<void> {
    const others = await transaction
      .selectFrom('appVersion')
      .select(['versionCode', 'status'])
      .where('tenantId', '=', call.actor.scope.tenantId)
      .where('appCode', '=', String(merged.appCode))
      .where('platform', '=', String(merged.platform))
      .where('versionCode', '>=', Number(merged.versionCode))
      .$if(id !== null, (build) => build.where('id', '!=', id ?? 0))
      .orderBy('versionCode', 'desc')
      .execute();
    const path = 'versionCode';
    const later = others.find(({ status }) => status !== versionStates.draft);
    if (later) throw invalid([{ path, message: tooLow(later.versionCode) }]);
    if (others.some(({ versionCode }) => versionCode === merged.versionCode)) {
      throw conflict(texts.codeTaken, [{ path, message: texts.codeTaken }]);
    }
  }

  /** Size and digest of a package on this server are those that the server found. */
  async function measured({ call, transaction }: Change, merged: Written): Promise<Measured> {
    const name = packageIn(merged.packageUrl);
    if (name === null) return {};
    const path = 'packageUrl';
    if (!packageExtensions[merged.platform as AppPlatform].includes(extensionOf(name))) {
      throw invalid([{ path, message: texts.packagePlatform }]);
    }
    // Touched before it is used, because cleanup checks this time.
    const found = await transaction
      .updateTable('appPackage')
      .set({ usedAt: clock.now() })
      .where('tenantId', '=', call.actor.scope.tenantId)
      .where('name', '=', name)
      .where('sha256', 'is not', null)
      .returning(['byteSize', 'sha256'])
      .executeTakeFirst();
    if (!found) throw invalid([{ path, message: texts.packageGone }]);
    return { packageSize: found.byteSize, sha256: found.sha256 };
  }

  async function checked(change: Change, row: Version | null, values: Written): Promise<Measured> {
    const merged: Written = { ...row, ...values };
    if (!merged.packageUrl && !merged.storeUrl) {
      throw invalid([{ path: 'packageUrl', message: texts.address }]);
    }
    if ((merged.minVersionCode ?? 0) > Number(merged.versionCode)) {
      throw invalid([{ path: 'minVersionCode', message: texts.minimum }]);
    }
    if (row === null || values.versionCode !== undefined) await checkCode(change, merged, row?.id ?? null);
    if (values.packageUrl === undefined && values.packageSize === undefined && values.sha256 === undefined) {
      return {};
    }
    return measured(change, merged);
  }

  const binding: ServerResource<Definition> = {
    definition: appVersion,
    table: 'appVersion',
    dataScope: 'none',
    isSerialized: true,
    columns: { publishTime: 'publishAt' },
    madeWith: () => ({ status: versionStates.draft, publishAt: null }),
    before: {
      async create(change, values) {
        return { ...values, ...(await checked(change, null, values)) };
      },

      async update(change, row, values) {
        if (row.status !== versionStates.draft) {
          const changed = fixedFields.find(
            (name) => values[name] !== undefined && values[name] !== (row[name] ?? null),
          );
          if (changed) throw invalid([{ path: changed, message: texts.fixed }]);
        }
        return { ...values, ...(await checked(change, row, values)) };
      },

      async remove(_, rows) {
        if (rows.some(({ status }) => status === versionStates.published)) throw refused(texts.removeFirst);
      },
    },
  };

  /** The same rows, changed by an action. */
  const changedBy = (update: NonNullable<NonNullable<typeof binding.before>['update']>) =>
    tableService(deps, { ...binding, before: { update } });

  const published = changedBy(async (change, row): Promise<Written> => {
    if (row.status === versionStates.published) throw refused(texts.isPublished);
    if (row.status === versionStates.draft) await checkCode(change, row, row.id);
    return { status: versionStates.published, publishTime: change.zone.text(clock.now()) };
  });
  const withdrawn = changedBy((_, row): Written => {
    if (row.status !== versionStates.published) throw refused(texts.isNotPublished);
    return { status: versionStates.withdrawn };
  });

  return {
    versions: tableService(deps, binding),
    packages: appPackages(deps),
    latest: versionCheck({ db: deps.database.db, clock, zoneOf }),
    publish: (call, id) => published.update(call, id, {}, null),
    withdraw: (call, id) => withdrawn.update(call, id, {}, null),
  };
}
