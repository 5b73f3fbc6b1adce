import { join, relative } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../kernel/app-error.ts';

/** One JSON line per request and response; then the connection closes. */
export const controlRequest = z.strictObject({ operation: z.string().max(64), input: z.unknown() });

export const controlAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error: z.object({
      code: z.string(),
      message: z.string(),
      details: z.record(z.string(), z.unknown()),
    }),
  }),
]);
export type ControlAnswer = z.infer<typeof controlAnswer>;

/** Far larger than any request of the command line. */
export const maxLineBytes = 256 * 1024;

/** A socket address is at most 107 bytes on Linux and 103 on macOS. */
const maxPathBytes = 103;

/** Path of the socket; relative if the absolute path exceeds the system's limit. */
export function controlSocketPath(dataDir: string): string {
  const path = join(dataDir, 'control.sock');
  if (Buffer.byteLength(path) <= maxPathBytes) return path;
  const fromHere = relative(process.cwd(), path);
  if (Buffer.byteLength(fromHere) <= maxPathBytes) return fromHere;
  throw new AppError(
    'data.pathTooLong',
    `The path of the data folder is too long for a socket: ${dataDir}. Choose a shorter ORIEL_DATA_DIR.`,
  );
}

export function toAnswer(error: unknown): ControlAnswer {
  if (error instanceof AppError) {
    return { ok: false, error: { code: error.code, message: error.message, details: { ...error.details } } };
  }
  return {
    ok: false,
    error: { code: 'internal', message: 'The server failed. The reason is in its log', details: {} },
  };
}
