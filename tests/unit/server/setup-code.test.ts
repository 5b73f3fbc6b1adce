import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import {
  isSetupCode,
  issueFirstSetupCode,
  issueSetupCode,
  setupCodeLifeMs,
} from '../../../lib/server/setup-code.ts';

const now = 1_760_000_000_000; // 2025-10-09T08:53:20Z
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-setup-'));
  await mkdir(join(dataDir, 'secrets'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('the setup code', () => {
  it('is created at the first start only', async () => {
    expect(await issueFirstSetupCode(dataDir, now)).toMatchObject({ expiresAt: now + 30 * 60_000 });
    expect(await issueFirstSetupCode(dataDir, now + 1)).toBeNull();
  });

  it('is accepted until it expires, in any spelling', async () => {
    const { code } = await issueSetupCode(dataDir, now);
    expect(code).toMatch(/^(?:[2-9A-HJKMNP-TV-Z]{4}-){4}[2-9A-HJKMNP-TV-Z]{4}$/);
    expect(await isSetupCode(dataDir, code, now)).toBe(true);
    expect(await isSetupCode(dataDir, code.toLowerCase().replaceAll('-', ' '), now)).toBe(true);
    expect(await isSetupCode(dataDir, code, now + setupCodeLifeMs)).toBe(false);
  });

  it('is void when a newer one is created, and no code is accepted if none was created', async () => {
    expect(await isSetupCode(dataDir, 'AAAA-AAAA-AAAA-AAAA-AAAA', now)).toBe(false);
    const { code } = await issueSetupCode(dataDir, now);
    await issueSetupCode(dataDir, now);
    expect(await isSetupCode(dataDir, code, now)).toBe(false);
  });

  it('is stored as a hash in a file of its owner', async () => {
    const { code } = await issueSetupCode(dataDir, now);
    const path = join(dataDir, 'secrets/setup-code.json');
    expect(await readFile(path, 'utf8')).not.toContain(code);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});
