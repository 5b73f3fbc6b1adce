import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Player } from '../../host-sdk/types.ts';
import { launchChromium } from '../kit/chromium.ts';
import { eventually, type HostSite, hostEvents, openHostPage, startHostSite } from '../kit/host-page.ts';
import { type SharedOriel, sharedOriel } from '../kit/start-oriel.ts';

let oriel: SharedOriel;
let site: HostSite;
let browser: Browser;
let appKey = '';

beforeAll(async () => {
  oriel = await sharedOriel();
  site = await startHostSite({
    server: () => oriel.origin,
    token: async () => {
      const issued = await oriel.oriel(['token', 'issue', '--app', appKey]);
      return (issued as { accessToken: string }).accessToken;
    },
  });
  const app = await oriel.oriel(['app', 'create', '--name', 'shop', '--origin', site.origin]);
  appKey = (app as { appKey: string }).appKey;
  browser = await launchChromium();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await oriel?.stop();
});

describe('a recording of a real camera', () => {
  it('can be read after the player is destroyed, which releases everything', async () => {
    const page = await openHostPage(browser, site, {
      app: appKey,
      template: 'simple',
      noDownload: true,
      url: 'ezopen://oriel/DEMO00001/1.live',
    });
    await eventually('a frame', async () =>
      (await hostEvents(page)).some(({ name }) => name === 'handleSuccess'),
    );
    const result = await page.evaluate(async () => {
      const { player } = window as unknown as { player: Player };
      await player.startSave({ fileName: 'yard' });
      await new Promise((next) => setTimeout(next, 3_000));
      const { blob, ...recording } = await player.stopSave();
      const snapshot = await player.capturePicture({ format: 'png' });
      const receipt = await player.destroy();
      const bytes = [...new Uint8Array(await blob.arrayBuffer())];
      const size = await createImageBitmap(snapshot.blob).then(({ width, height }) => ({ width, height }));
      const { width, height } = snapshot;
      return { recording, bytes, receipt, snapshot: { width, height }, size, left: frames.length };
    });
    expect(result.receipt).toMatchObject({ engines: 1, left: 0 });
    expect(result.left).toBe(0);
    expect(result.size).toEqual(result.snapshot);
    expect(result.recording).toMatchObject({ fileName: 'yard.mp4', ...result.snapshot });

    const folder = mkdtempSync(join(tmpdir(), 'oriel-film-'));
    const path = join(folder, 'yard.mp4');
    writeFileSync(path, Uint8Array.from(result.bytes));
    const probe = ['-v', 'error', '-show_entries', 'format=duration:stream=codec_type', '-of', 'json', path];
    const { format, streams } = JSON.parse(execFileSync('ffprobe', probe, { encoding: 'utf8' }));
    rmSync(folder, { recursive: true });
    expect(Math.abs(Number(format.duration) - result.recording.durationMs / 1_000)).toBeLessThan(0.2);
    const kinds = (streams as { codec_type: string }[]).map(({ codec_type }) => codec_type);
    expect(kinds).toContain('video');
    expect(kinds.includes('audio')).toBe(result.recording.hasAudio);
    await page.close();
  }, 90_000);
});
