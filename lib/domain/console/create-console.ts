/** Wires the console. `create-domain.ts` calls it; `lib/http/admin/admin-routes.ts` serves it. */

import { appVersion } from '../../contracts/admin/resources/app-version.resource.ts';
import { cmsArticle } from '../../contracts/admin/resources/cms-article.resource.ts';
import { cmsArticleCategory } from '../../contracts/admin/resources/cms-article-category.resource.ts';
import { resources as definitions } from '../../contracts/admin/resources/index.ts';
import { infraFile } from '../../contracts/admin/resources/infra-file.resource.ts';
import { iotTheme } from '../../contracts/admin/resources/iot-theme.resource.ts';
import { monitorAlertRule } from '../../contracts/admin/resources/monitor-alert-rule.resource.ts';
import { statDevice } from '../../contracts/admin/resources/stat-device.resource.ts';
import { statReport } from '../../contracts/admin/resources/stat-report.resource.ts';
import { zbShippingTemplates } from '../../contracts/admin/resources/zb-shipping-templates.resource.ts';
import type { StorageState } from '../../db/storage-fault.ts';
import type { Logger } from '../../kernel/logger.ts';
import { type Apps, createApps } from '../apps/app-versions.ts';
import { type Areas, createAreas } from '../areas/areas.ts';
import { type Articles, createArticles } from '../articles/articles.ts';
import { explainStorageFault } from '../errors/storage-error.ts';
import { type ExportJobs, exportJobs } from '../exports/export-jobs.ts';
import { type FreightService, type FreightUses, freightService } from '../freight/freight.service.ts';
import { actorOfSession } from '../identity/actor-of-session.ts';
import type { DatabaseBackups } from '../jobs/backups.ts';
import { type JobDeps, type JobPages, jobPages } from '../jobs/job.service.ts';
import { type CameraMap, cameraMap, type MapDeps } from '../maps/camera-map.ts';
import { createMessages, type Messages } from '../messages/create-messages.ts';
import { alertRuleResource } from '../monitoring/alert-resource.ts';
import { type Caches, cachesService } from '../monitoring/caches.ts';
import type { Monitoring } from '../monitoring/create-monitoring.ts';
import type { MailSend } from '../monitoring/mail.ts';
import { type TestMail, testMail } from '../monitoring/test-mail.ts';
import { type BoundResource, boundByDefinition } from '../resource/bound-resource.ts';
import { explainRace } from '../resource/database-faults.ts';
import { type Preferences, preferences } from '../resource/preference.service.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { rowEditors } from '../resource/row-editors.ts';
import { type SavedViews, savedViews } from '../resource/saved-view.service.ts';
import { tenantZone, zoneCache } from '../resource/tenant-zone.ts';
import { type DeviceStatistics, deviceStatistics } from '../statistics/device-statistics.ts';
import { type Reports, reports } from '../statistics/reports.ts';
import { type SystemPages, systemPages } from '../system/system-pages.ts';
import { type ThemePages, themePages } from '../themes/theme-resource.ts';
import { bucketFileStore, type FileBucket } from '../uploads/bucket-file-store.ts';
import { fileResource } from '../uploads/file-resource.ts';
import { databaseFileStore } from '../uploads/file-store.ts';
import { type StoredFiles, storedFiles } from '../uploads/stored-files.ts';
import { type Uploads, uploadService } from '../uploads/upload.service.ts';
import { builtInHandlers } from './built-in-handlers.ts';
import { type CameraPages, type CameraServices, cameraPages } from './camera-pages.ts';
import { type SessionParts, type SessionPartsDeps, sessionParts } from './session-parts.ts';

export interface ConsoleDeps extends SessionPartsDeps {
  readonly cameraServices: CameraServices;
  /** Allowed images of themes, and which applications ask for a theme. */
  readonly themes: Pick<Parameters<typeof themePages>[0], 'images' | 'uses'>;
  readonly monitoring: Monitoring;
  readonly storageState: () => StorageState;
  readonly withReserve?: <Result>(change: () => Promise<Result>) => Promise<Result>;
  /** What refers to shipping templates. Absent: nothing, because there are no goods yet. */
  readonly freightUses?: readonly FreightUses[];
  /** Which of the processes on the database this one is. */
  readonly process: JobDeps['process'];
  /** Absent: the database is not the embedded one. */
  readonly backups?: DatabaseBackups | undefined;
  /** Of the product. Absent: unknown. */
  readonly version: string | undefined;
  /** Bucket of uploaded files. Absent: they are in the database. */
  readonly fileBucket?: (FileBucket & { readonly isForNewFiles: boolean }) | undefined;
  /** What maps show, and what finds addresses. */
  readonly map: Pick<MapDeps, 'tiles' | 'geocoder'>;
  /** Absent: e-mails cannot be sent. */
  readonly sendMail: MailSend | undefined;
}

/** Sign-in, accounts and the pages. */
export interface Console extends SessionParts {
  readonly resources: readonly BoundResource[];
  readonly cameraPages: CameraPages;
  readonly map: CameraMap;
  readonly systemPages: SystemPages;
  readonly areas: Areas;
  readonly freight: FreightService;
  readonly apps: Apps;
  readonly articles: Articles;
  readonly themePages: ThemePages;
  readonly jobPages: JobPages;
  readonly messages: Messages;
  readonly monitoring: Monitoring;
  readonly caches: Caches;
  readonly testMail: TestMail;
  readonly preferences: Preferences;
  readonly savedViews: SavedViews;
  readonly uploads: Uploads;
  readonly exports: ExportJobs;
  readonly statistics: Pick<DeviceStatistics, 'summary'>;
  readonly reports: Pick<Reports, 'run' | 'file'>;
  /** Of the disk and the database. */
  storageState(): StorageState;
  /** Makes a change with the space that is held for a full disk. */
  withReserve<Result>(change: () => Promise<Result>): Promise<Result>;
  /**
   * Turns a constraint violation into the error of the field it concerns, and a fault of the storage into its error.
   * Other errors are returned unchanged.
   */
  explain(error: unknown): unknown;
  /** Stops background work. Safe to call twice. */
  stop(): void;
}

export function createConsole(deps: ConsoleDeps): Console {
  const { database, clock, entropy, log } = deps;
  const parts = sessionParts(deps);
  const byKey = new Map<string, ResourceService>();
  const resourceDeps: ResourceDeps = { database, clock, related: (key) => byKey.get(key) };
  const files = fileStores(deps, log.child({ part: 'files' }));
  const camera = cameraPages({
    ...resourceDeps,
    entropy,
    sealer: deps.sealer,
    log,
    settings: parts.settings,
    brands: parts.brands,
    hasher: parts.hasher,
    services: deps.cameraServices,
    actorOfSession: actorOfSession(database.db, clock),
    filesFail: files.fails,
  });
  const { settings, passwords, limits, images } = parts;
  const uploads = uploadService({ ...resourceDeps, entropy, images, files, sessionKeys: parts.sessionKeys });
  const system = systemPages({
    ...resourceDeps,
    entropy,
    sealer: deps.sealer,
    settings,
    passwords,
    limits,
  });
  const boundTo = (key: string) => resources.find(({ definition }) => definition.key === key);
  const exports = exportJobs({
    ...resourceDeps,
    ...{ entropy, log, sessionKeys: parts.sessionKeys, resourceOf: boundTo },
  });
  async function forgetEnded(): Promise<void> {
    await parts.forgetEnded();
    await rowEditors(resourceDeps).forgetEnded();
  }
  const areas = createAreas(resourceDeps);
  const apps = createApps({ ...resourceDeps, entropy });
  const themes = themePages({
    ...{ ...resourceDeps, ...deps.themes, entropy },
    demoPlayer: () => camera.gallery.player(),
  });
  const articles = createArticles({ ...resourceDeps, log });
  const freight = freightService({ ...resourceDeps, areas, settings, uses: deps.freightUses ?? [] });
  const messages = createMessages({
    ...{ ...resourceDeps, settings, sendMail: deps.sendMail, version: deps.version },
    log: log.child({ part: 'messages' }),
  });
  const jobs = jobPages({
    ...resourceDeps,
    log: log.child({ part: 'jobs' }),
    process: deps.process,
    backups: deps.backups,
    onLook: () => void messages.look(),
    handlers: builtInHandlers({
      ...{ database, clock, backups: deps.backups, settings, zoneOf: tenantZone(resourceDeps) },
      grants: deps.cameraServices.grants,
      directory: deps.cameraServices.directory,
      forgetEnded,
      async forgetUnusedFiles(signal) {
        await exports.forgetExpired();
        await uploads.forgetUnused(signal);
        await apps.packages.forgetUnused();
      },
      moveFiles: (signal) => files.moveAll(signal),
    }),
  });
  const statistics = deviceStatistics(resourceDeps);
  const reportCentre = reports(resourceDeps);
  const fileRows = fileResource({
    ...resourceDeps,
    titleOf: (key) => boundTo(key)?.definition.title,
    // What fails is logged by the store, and tried again by the job.
    removed: () => void files.sweep().catch(() => {}),
  });
  const resources: readonly BoundResource[] = [
    ...camera.resources,
    { definition: iotTheme, service: themes.service },
    { definition: zbShippingTemplates, service: freight.templates },
    ...system.resources,
    ...jobs.resources,
    ...messages.resources,
    { definition: infraFile, service: fileRows },
    { definition: appVersion, service: apps.versions },
    { definition: cmsArticleCategory, service: articles.categories },
    { definition: cmsArticle, service: articles.articles },
    { definition: statDevice, service: statistics.service },
    { definition: statReport, service: reportCentre.service },
    { definition: monitorAlertRule, service: alertRuleResource({ ...resourceDeps, entropy }) },
    ...boundByDefinition(resourceDeps, Object.values(definitions)),
  ];
  for (const { definition, service } of resources) byKey.set(definition.key, service);
  return {
    ...parts,
    forgetEnded,
    resources,
    cameraPages: camera,
    map: cameraMap({
      ...{ database, clock, ...deps.map, streams: deps.cameraServices.streams },
      log: log.child({ part: 'map' }),
    }),
    systemPages: system,
    areas,
    freight,
    apps,
    articles,
    themePages: themes,
    jobPages: jobs,
    messages,
    monitoring: deps.monitoring,
    caches: cachesService({
      ...{ database, clock, processName: deps.monitoring.processName, settings: settings.cache },
      ...{ dictionaries: system.dicts.cache, zones: zoneCache(resourceDeps) },
    }),
    testMail: testMail({ settings, sendMail: deps.sendMail }),
    preferences: preferences(resourceDeps),
    savedViews: savedViews({
      ...resourceDeps,
      definitionOf: (key) => boundTo(key)?.definition,
    }),
    uploads,
    exports,
    statistics,
    reports: reportCentre,
    storageState: deps.storageState,
    withReserve: (change) => (deps.withReserve ? deps.withReserve(change) : change()),
    explain: (error) =>
      explainRace(
        resources.reduce(
          (known, { service }) => service.explain?.(known) ?? known,
          explainStorageFault(error),
        ),
      ),
    stop() {
      exports.stop();
      messages.stop();
      articles.stop();
      themes.stop();
      camera.stop();
    },
  };
}

function fileStores({ fileBucket, ...deps }: ConsoleDeps, log: Logger): StoredFiles {
  if (!fileBucket) return storedFiles(deps, [databaseFileStore]);
  const bucket = bucketFileStore(fileBucket, { ...deps, log });
  return storedFiles(
    deps,
    fileBucket.isForNewFiles ? [bucket, databaseFileStore] : [databaseFileStore, bucket],
  );
}
