import { type DestinationStream, type Logger as Pino, pino } from 'pino';
import type { Logger } from '../kernel/logger.ts';
import { redactText, redactValue } from './redact.ts';

type Level = 'debug' | 'info' | 'warn' | 'error';

/** Fields are copied and redacted before they reach pino, so that no serializer can leak secrets. */
function wrap(target: Pino): Logger {
  const write = (level: Level) => (fields: Readonly<Record<string, unknown>>, message: string) => {
    if (!target.isLevelEnabled(level)) return;
    target[level](redactValue(fields) as object, redactText(message));
  };
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (fields) => wrap(target.child(redactValue(fields) as Record<string, unknown>)),
  };
}

/** JSON lines on standard error; standard output is for messages to the operator. */
export function createLogger(
  level: Level,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Logger {
  const target = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return wrap(target);
}
