/** Wires the console. `create-domain.ts` calls it; `lib/http/admin/admin-routes.ts` serves it. */

import type { StorageState } from '../../db/storage-fault.ts';
import { explainStorageFault } from '../errors/storage-error.ts';
import { actorOfSession } from '../identity/actor-of-session.ts';
import type { BoundResource } from '../resource/bound-resource.ts';
import { explainRace } from '../resource/database-faults.ts';
import { type Preferences, preferences } from '../resource/preference.service.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { rowEditors } from '../resource/row-editors.ts';
import { type SavedViews, savedViews } from '../resource/saved-view.service.ts';
import { type SystemPages, systemPages } from '../system/system-pages.ts';
import { type Uploads, uploadService } from '../uploads/upload.service.ts';
import { type CameraPages, type CameraServices, cameraPages } from './camera-pages.ts';
import { type SessionParts, type SessionPartsDeps, sessionParts } from './session-parts.ts';

export interface ConsoleDeps extends SessionPartsDeps {
  readonly cameraServices: CameraServices;
  readonly storageState: () => StorageState;
  readonly reserveReleased?: () => Promise<void>;
}

/** Sign-in, accounts and the pages. */
export interface Console extends SessionParts {
  readonly resources: readonly BoundResource[];
  readonly cameraPages: CameraPages;
  readonly systemPages: SystemPages;
  readonly preferences: Preferences;
  readonly savedViews: SavedViews;
  readonly uploads: Uploads;
  /** Of the disk and the database. */
  storageState(): StorageState;
  /** Resolves when the space that is held for a full disk can be used. */
  reserveReleased(): Promise<void>;
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
  const camera = cameraPages({
    ...resourceDeps,
    entropy,
    sealer: deps.sealer,
    log,
    settings: parts.settings,
    services: deps.cameraServices,
    actorOfSession: actorOfSession(database.db, clock),
  });
  const { settings, passwords, limits, images } = parts;
  const uploads = uploadService({ ...resourceDeps, entropy, images });
  const system = systemPages({
    ...resourceDeps,
    entropy,
    sealer: deps.sealer,
    settings,
    passwords,
    limits,
  });
  const resources: readonly BoundResource[] = [...camera.resources, ...system.resources];
  for (const { definition, service } of resources) byKey.set(definition.key, service);
  return {
    ...parts,
    resources,
    cameraPages: camera,
    systemPages: system,
    preferences: preferences(resourceDeps),
    savedViews: savedViews({
      ...resourceDeps,
      definitionOf: (key) => resources.find(({ definition }) => definition.key === key)?.definition,
    }),
    uploads,
    storageState: deps.storageState,
    reserveReleased: async () => deps.reserveReleased?.(),
    explain: (error) =>
      explainRace(
        resources.reduce(
          (known, { service }) => service.explain?.(known) ?? known,
          explainStorageFault(error),
        ),
      ),
    async forgetEnded() {
      await parts.forgetEnded();
      await rowEditors(resourceDeps).forgetEnded();
      await uploads.forgetUnused();
    },
    stop: () => camera.stop(),
  };
}
