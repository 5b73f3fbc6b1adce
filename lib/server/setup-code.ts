import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import type { EpochMs } from '../kernel/units.ts';
import { writeDurably } from './durable-file.ts';

/** Without 0, 1, I, L, O, U, which are easily misread. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 5;
const groupLength = 4;
export const setupCodeLifeMs = 30 * 60_000;

const stored = z.object({ hash: z.string(), expiresAt: z.number() });

const pathOf = (dataDir: string) => join(dataDir, 'secrets', 'setup-code.json');

/** Codes have 98 bits of entropy, so a plain hash is sufficient. */
function hashOf(code: string): string {
  return createHash('sha256')
    .update(code.toUpperCase().replace(/[^0-9A-Z]/g, ''))
    .digest('base64url');
}

function randomCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

export interface SetupCode {
  readonly code: string;
  readonly expiresAt: EpochMs;
}

/**
 * Creates a one-time code for the console's initial setup. Only its hash is stored; an earlier code becomes
 * invalid.
 */
export async function issueSetupCode(dataDir: string, now: EpochMs): Promise<SetupCode> {
  const code = randomCode();
  const expiresAt = now + setupCodeLifeMs;
  await writeDurably(pathOf(dataDir), `${JSON.stringify({ hash: hashOf(code), expiresAt })}\n`);
  return { code, expiresAt };
}

/** The same at the first start of a data folder, else null; later codes come from the command line. */
export async function issueFirstSetupCode(dataDir: string, now: EpochMs): Promise<SetupCode | null> {
  return (await hasSetupCode(dataDir)) ? null : issueSetupCode(dataDir, now);
}

/** True after the first start, also when the code is expired or used. */
export async function hasSetupCode(dataDir: string): Promise<boolean> {
  return (await readStored(dataDir)) !== null;
}

async function readStored(dataDir: string): Promise<z.infer<typeof stored> | null> {
  const text = await readFile(pathOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : stored.parse(JSON.parse(text));
}

/** True for the code issued last, until it expires. */
export async function isSetupCode(dataDir: string, code: string, now: EpochMs): Promise<boolean> {
  const known = await readStored(dataDir);
  if (!known || now >= known.expiresAt) return false;
  return timingSafeEqual(Buffer.from(hashOf(code)), Buffer.from(known.hash));
}

/** Invalidates the current code. */
export async function burnSetupCode(dataDir: string): Promise<void> {
  await writeDurably(pathOf(dataDir), `${JSON.stringify({ hash: hashOf(randomCode()), expiresAt: 0 })}\n`);
}

/** The setup code operations that the console's initial setup uses. */
export function setupCodesIn(dataDir: string, clock: Pick<Clock, 'now'>) {
  return {
    isValid: (code: string) => isSetupCode(dataDir, code, clock.now()),
    burn: () => burnSetupCode(dataDir),
  };
}
