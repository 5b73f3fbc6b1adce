/**
 * Wires the domain once. `lib/server` calls it with what it needs from outside: database, keys, clock, and the media
 * plane's functions. Start reading here; each area is wired in a file of `wiring/`.
 */
import type { LiveGate, SourceDirectory } from '../media/ports.ts';
import type { ApplicationService } from './access/application.service.ts';
import type { Console } from './console/create-console.ts';
import { seedFirstStart } from './console/first-start.ts';
import type { CameraService } from './devices/camera.service.ts';
import { sourceDirectory } from './devices/source-directory.ts';
import type { Scheduler } from './jobs/scheduler.ts';
import { liveGate } from './live/live-gate.ts';
import { type AlertRunner, alertRunner } from './monitoring/alert-runner.ts';
import { createMonitoring, type Monitoring, type ServerMeters } from './monitoring/create-monitoring.ts';
import { createOperator, type Operator } from './operations/operator.ts';
import type { PtzService } from './ptz/ptz.service.ts';
import { seedConsole } from './seed/seed-console.ts';
import { createStatistics, type Statistics } from './statistics/create-statistics.ts';
import type { Talk } from './talk/create-talk.ts';
import { operatorScope } from './tenancy/operator-scope.ts';
import type { ThemeService } from './themes/theme.service.ts';
import { wireAccess } from './wiring/access.ts';
import { type AlarmDeps, type DomainAlarms, wireAlarms } from './wiring/alarms.ts';
import { type CameraDeps, wireCameras } from './wiring/cameras.ts';
import { type ConsoleWiringDeps, wireConsole } from './wiring/console.ts';
import { type CoreDeps, wireCore } from './wiring/core.ts';
import { type LappServices, wireLapp } from './wiring/lapp.ts';
import { type RecordingDeps, type Recordings, wireRecordings } from './wiring/recordings.ts';
import type { StreamDeps } from './wiring/streams.ts';
import { type TalkDeps, wireTalk } from './wiring/talk.ts';
import { type ThemeDeps, wireThemes } from './wiring/themes.ts';

export interface DomainDeps
  extends CoreDeps,
    CameraDeps,
    StreamDeps,
    RecordingDeps,
    AlarmDeps,
    TalkDeps,
    ThemeDeps,
    ConsoleWiringDeps {
  readonly meters: ServerMeters;
  /** The demo devices of a first start record. Absent: they do not. */
  readonly hasDemoRecordings?: boolean;
}

export interface Domain {
  readonly gate: LiveGate;
  readonly sources: SourceDirectory;
  readonly recordings: Recordings;
  readonly lapp: LappServices;
  readonly operator: Operator;
  readonly applications: Pick<ApplicationService, 'frameOrigins'>;
  readonly cameras: CameraService;
  readonly alarms: DomainAlarms;
  readonly themes: ThemeService;
  readonly adminConsole: Console;
  /** Only the server starts it. Stop it after the viewers have ended, before the database closes. */
  readonly statistics: Statistics;
  /** Start its monitor in a server, and stop it before the database is closed. */
  readonly monitoring: Monitoring & { readonly alerts: Pick<AlertRunner, 'check'> };
  /** Close it before `stop`, so that moving cameras are stopped. */
  readonly ptz: Pick<PtzService, 'close'>;
  /** For gateway and talk plane. Close it after them. */
  readonly talk: Pick<Talk, 'gate' | 'leases' | 'sources' | 'log' | 'close' | 'start'>;
  /** Only the server starts it. Stop it before the database closes. */
  readonly jobs: Pick<Scheduler, 'start' | 'look' | 'stop'>;
  /** Stops background work. Safe to call twice. The database stays open; its owner closes it. */
  stop(): void;
}

/** Seeds the database at its first start. Throws when seeding fails or a key is unusable. */
export async function createDomain(deps: DomainDeps): Promise<Domain> {
  const core = wireCore(deps);
  const { database, db, clock, entropy, zoneOf } = core;
  if (await seedFirstStart(db, { ...deps, entropy })) {
    deps.log.info({}, 'first start: created the default organisation and its demo cameras');
  }
  await seedConsole(db, clock, undefined, { isEmbedded: deps.backups !== undefined });

  const access = wireAccess(core);
  const cameras = wireCameras(core, deps, access);
  const recordings = wireRecordings(core, deps, access, cameras);
  const alarms = wireAlarms(core, deps, cameras, recordings);
  const talk = wireTalk(core, deps, access, cameras);
  const themes = wireThemes(core, deps);
  const monitoring = createMonitoring({
    ...{ database, clock, streams: deps.streams, recorders: deps.recorders ?? (() => []) },
    ...{ process: core.process, meters: deps.meters, log: core.logOf('monitoring') },
  });
  const statistics = createStatistics({
    ...{ db, clock, zoneOf, onStream: deps.onStream },
    log: core.logOf('statistics'),
  });
  const parts = { access, cameras, recordings, alarms, talk, themes, monitoring, statistics };
  const adminConsole = wireConsole(core, deps, parts);
  const alerts = alertRunner({
    ...{ db, clock, entropy, zoneOf, monitor: monitoring.monitor, databaseState: monitoring.database },
    ...{ settings: adminConsole.settings, sendMail: deps.sendMail },
    log: core.logOf('monitoring'),
  });
  const { tickets, ledger, applications, tokens, grants } = access;
  return {
    gate: liveGate({ tickets, ledger, uses: cameras.uses, clock }),
    sources: sourceDirectory(cameras.cameras),
    recordings: {
      ...recordings,
      async release() {
        alarms.stopWatching();
        await recordings.journal.stop();
        await recordings.directory.stop();
      },
    },
    lapp: wireLapp(core, deps, parts),
    operator: createOperator({
      scope: operatorScope,
      users: adminConsole.userAdministration,
      ...{ applications, tokens, grants, clock, themes: themes.themes, cameras: cameras.cameras },
      ...{ probe: deps.probe, ptzDirectory: cameras.ptzDirectory, openPtz: deps.openPtz },
      ...{ talkDirectory: talk.talkDirectory, inspectBackChannel: deps.inspectBackChannel },
      streams: deps.streams,
      presence: adminConsole.cameraPages.presence,
    }),
    applications,
    cameras: cameras.cameras,
    alarms: alarms.media,
    themes: themes.themes,
    adminConsole,
    statistics,
    monitoring: { ...monitoring, alerts },
    ptz: cameras.ptz,
    talk: talk.talk,
    jobs: adminConsole.jobPages.scheduler,
    stop() {
      alarms.stopSending();
      alerts.stop();
      recordings.journal.end();
      adminConsole.stop();
    },
  };
}
