import type { LoggerOptions } from './types.ts';

/** Levels of EZUIKit, from all messages to errors only. */
const levels = ['INFO', 'LOG', 'WARN', 'ERROR'];

let options: LoggerOptions = {};

/** For all players of the page. Options that are not given stay as they are. */
export function setLoggerOptions(change: unknown): void {
  if (typeof change === 'object' && change) options = { ...options, ...change };
}

const isWritten = (level: string) => levels.indexOf(level) >= levels.indexOf(options.level ?? 'INFO');

function labelled(text: string): string {
  const time = options.showTime ? `${new Date().toISOString()} ` : '';
  return `[${options.name || 'EZUIKit'}] ${time}${text}`;
}

export function warn(text: string): void {
  if (isWritten('WARN')) console.warn(labelled(text));
}

export function logError(text: string): void {
  if (isWritten('ERROR')) console.error(labelled(text));
}
