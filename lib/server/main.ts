// Entry point of the server. Exit codes: 0 after an orderly stop, 2 for an invalid configuration, 1
// otherwise.
import { AppError } from '../kernel/app-error.ts';
import { parseConfig } from './config.ts';
import { createLogger } from './logging.ts';
import { redactText } from './redact.ts';
import { startServer } from './start.ts';

/** The process exits after this time at the latest. Service managers kill after 10 s at the earliest. */
const maxShutdownMs = 9_500;

process.env.NEXT_TELEMETRY_DISABLED = '1';

async function main(): Promise<void> {
  const parsed = parseConfig(process.env);
  if (!parsed.ok) {
    console.error(`Oriel cannot start:\n${parsed.error.map((problem) => `  - ${problem}`).join('\n')}`);
    process.exitCode = 2;
    // The IPC channel would keep the process alive.
    if (process.connected) process.disconnect();
    return;
  }
  const { config, warnings } = parsed.value;
  // Next and React read NODE_ENV when they load.
  Object.assign(process.env, { NODE_ENV: config.mode });
  const log = createLogger(config.logLevel);
  for (const warning of warnings) log.warn({}, warning);

  // Exit when the parent, `npm run up`, is gone: nothing else would stop the server.
  const leave = () => process.exit(1);
  process.once('disconnect', leave);
  const server = await startServer(config, log);
  process.off('disconnect', leave);
  let isStopping = false;
  const stop = (why: string, exitCode: number) => {
    if (isStopping) {
      if (why === 'SIGINT' || why === 'SIGTERM') process.exit(1);
      return;
    }
    isStopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => {
      log.error({}, 'shutdown timed out');
      process.exit(1);
    }, maxShutdownMs).unref();
    void server.stop().then(() => process.exit(exitCode));
  };
  process.on('SIGTERM', () => stop('SIGTERM', 0));
  process.on('SIGINT', () => stop('SIGINT', 0));
  process.on('disconnect', () => stop('the parent is gone', 0));
  process.on('uncaughtException', (error, origin) => {
    log.error({ err: error, origin }, 'unhandled error');
    stop('fault', 1);
  });
  if (process.send && !process.connected) stop('the parent is gone', 0);
  else announce(server.origin, server.setupCode);
}

/** Reports to the parent process, or prints to the terminal. The setup code is never logged. */
function announce(origin: string, setupCode: { code: string; expiresAt: number } | null): void {
  if (process.send) {
    process.send({ type: 'listening', origin, setupCode });
    return;
  }
  console.log(`Oriel is running at ${origin}`);
  if (setupCode) console.log(`Setup code for the console, valid for 30 minutes: ${setupCode.code}`);
}

main().catch((error: unknown) => {
  if (error instanceof AppError) console.error(`Oriel cannot start: ${error.message}`);
  else
    console.error(
      `Oriel cannot start: ${redactText(error instanceof Error ? (error.stack ?? '') : String(error))}`,
    );
  process.exit(1);
});
