import type { Logger } from '../../lib/kernel/logger.ts';

/** A logger that keeps every line as text, for tests that look for secrets or for a cause. */
export function recordLog(): { readonly log: Logger; readonly lines: readonly string[] } {
  const lines: string[] = [];
  const write = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) => {
    lines.push(`${level} ${message} ${JSON.stringify(fields, plain)}`);
  };
  const log: Logger = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: () => log,
  };
  return { log, lines };
}

/** JSON omits the fields of an Error, which are not enumerable. */
function plain(_key: string, value: unknown): unknown {
  return value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value;
}
