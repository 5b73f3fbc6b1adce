import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../kernel/app-error.ts';
import type { Logger } from '../kernel/logger.ts';
import { findFfmpeg } from '../media/outputs/transcode/find-ffmpeg.ts';
import { startControlServer } from './cli/control-server.ts';
import type { Config } from './config.ts';
import { type Container, openContainer } from './container.ts';
import { isInstalled } from './data-folder.ts';
import { lockDataFolder } from './data-lock.ts';
import { explainStorage } from './explain-storage.ts';
import { closeServer, createHttpServer, listen } from './http/http-server.ts';
import { createNextHandler, type NextHandler } from './http/next-handler.ts';
import { createRouter } from './http/request-router.ts';
import { builtFolders, pageScripts, StaticFiles, siteFiles } from './http/static-files.ts';
import { localOrigin } from './local-origin.ts';
import { productRoot, productVersion } from './product.ts';
import { requireNoLink } from './recordings-link.ts';
import { issueFirstSetupCode, type SetupCode } from './setup-code.ts';
import { ShutdownStack } from './shutdown-stack.ts';

/** Time to end viewers, then time to finish pending requests; together well below 10 s. */
const endViewersMs = 4_000;
const drainMs = 3_000;
/** Loading Next blocks for some hundred milliseconds. Recording has begun by then, unless many files are corrected. */
const beforePagesMs = 500;

export interface RunningServer {
  /** Where it listens, for example `http://127.0.0.1:7410`. */
  readonly origin: string;
  /** Created at the first start only. Print it, never log it. */
  readonly setupCode: SetupCode | null;
  /** Safe to call twice: both calls wait for the same stop. */
  stop(): Promise<void>;
}

async function listenOrExplain(...args: Parameters<typeof listen>): Promise<number> {
  try {
    return await listen(...args);
  } catch (cause) {
    const [, port, host] = args;
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'the port is in use by another program' : `system error ${code}`;
    throw new AppError('server.cannotListen', `Cannot listen on ${host} port ${port}: ${why}`, {}, { cause });
  }
}

/** A second server beside a running one would otherwise leave a new data folder behind. */
async function requireFreePort({ port, host }: Config): Promise<void> {
  const server = createServer();
  await listenOrExplain(server, port, host);
  await new Promise((resolve) => server.close(resolve));
}

/** A configured ffmpeg must work; without any, only conversion is unavailable. */
function explainMissingFfmpeg(config: Config, why: string, log: Logger): void {
  if (config.ffmpegPath !== null) throw new AppError('server.badFfmpeg', why);
  log.warn({ why }, 'no ffmpeg: H.265 cameras play only in browsers that decode H.265');
}

/** Starts all components in dependency order. If a step fails, the earlier ones are stopped. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const stops = new ShutdownStack(log);
  let isStopping = false;
  try {
    if (!(await isInstalled(config.dataDir))) await requireFreePort(config);
    const lock = await lockDataFolder(config.dataDir, 'server');
    stops.add('data lock', () => lock.release());
    await requireNoLink(config);
    const ffmpeg = await findFfmpeg(config.ffmpegPath ?? undefined);
    if (!ffmpeg.ok) explainMissingFfmpeg(config, ffmpeg.error, log);
    const container = await openContainer({ config, log, ffmpeg, process: lock });
    stops.add('container', () => container.close());
    // After the first rows, so that the code shows that there was a database.
    const setupCode = await issueFirstSetupCode(config.dataDir, Date.now());
    container.watchStorage();
    container.startJobs();
    await Promise.race([container.startRecording(), delay(beforePagesMs)]);
    const pages = await createNextHandler({
      dir: productRoot,
      isDevelopment: config.mode === 'development',
      host: config.host,
      port: config.port,
      consoleApi: config.consoleApi,
    });
    stops.add('next', () => pages.close());

    const server = await startHttp(config, container, pages, log, stops, () => isStopping);
    const control = await startControlServer(config.dataDir, container.operations, log);
    stops.add('control socket', () => control.stop());
    stops.add('live streams', () => Promise.race([container.stopLive(), delay(endViewersMs)]));

    log.info(
      { ...server, mode: config.mode, version: productVersion, dataDir: config.dataDir },
      'server started',
    );
    return {
      origin: server.origin,
      setupCode,
      stop() {
        isStopping = true;
        return stops.run();
      },
    };
  } catch (error) {
    await stops.run();
    throw explainStorage(config.dataDir, error);
  }
}

async function startHttp(
  config: Config,
  container: Container,
  next: NextHandler,
  log: Logger,
  stops: ShutdownStack,
  isStopping: () => boolean,
): Promise<{ origin: string }> {
  const isDevelopment = config.mode === 'development';
  // In development, Next builds its scripts on request.
  const pageFolders = isDevelopment ? [] : [pageScripts(join(productRoot, '.next/static'))];
  const publicDir = join(productRoot, 'public');
  const folders = [...builtFolders(publicDir), ...pageFolders, siteFiles(publicDir)];
  const statics = new StaticFiles(folders, isDevelopment);
  await statics.load();
  const router = createRouter({
    live: container.live,
    playback: container.playback,
    replays: container.replays,
    gateway: container.gateway,
    handlers: container.handle,
    statics,
    next,
    health: {
      version: productVersion,
      pingDatabase: () => container.pingDatabase(),
      storage: () => container.storageState(),
      streams: () => container.streams(),
      recorders: () => container.recordings.statuses(),
      isStopping,
    },
    publicUrl: config.publicUrl,
    consoleApi: config.consoleApi,
    mapTiles: config.map.tiles?.template ?? null,
    isDevelopment,
    log,
  });
  const server = createHttpServer(router.onRequest, router.onUpgrade);
  const port = await listenOrExplain(server, config.port, config.host);
  container.listensOn(port);
  stops.add('http', () => closeServer(server, drainMs));
  return { origin: localOrigin(config.host, port) };
}
