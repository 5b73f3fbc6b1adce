import { expect } from 'expect';
import { afterEach, describe, it, vi } from 'vitest';
import { AppError } from '../../lib/kernel/app-error.ts';
import { ok } from '../../lib/kernel/result.ts';
import type { ExportJob } from '../../lib/recorded-export/download-export.ts';
import { type ExportDeps, makeExport } from '../../player-frame/session/features/export.ts';
import type { LappClient } from '../../player-frame/session/lapp-client.ts';
import { featurePlayer } from '../kit/feature-player.ts';
import { cloudDay, shanghaiDay } from '../kit/recorded-player.ts';

const begin = shanghaiDay.begin + 600_000;
const end = begin + 30_000;
const file = { fileName: 'CAM1-1_a_b.mp4', bytes: 4, firstFrame: begin, lastFrame: end - 40 };

afterEach(() => void vi.restoreAllMocks());

/** A recorded player, whose download is settled by the test. */
function exporting() {
  let job: ExportJob | null = null;
  let settle: { resolve(): void; reject(error: unknown): void } | null = null;
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:test';
  URL.revokeObjectURL = () => undefined;
  const addresses: string[] = [];
  const deps: ExportDeps = {
    loadScript: async () => ({
      openDownload: () => Promise.reject(new Error('not used')),
      clearingSink: (sink) => sink,
      downloadExport: async (given) => {
        job = given;
        await new Promise<void>((resolve, reject) => {
          settle = { resolve, reject };
          given.signal.addEventListener('abort', () => reject(given.signal.reason));
        });
        const manifest = given.hasManifest ? { fileName: 'CAM1-1_a_b.json', blob: new Blob(['{}']) } : null;
        return { files: [{ ...file, blob: new Blob(['mp4!']) }], manifest };
      },
    }),
  };
  const lapp = {
    liveUrl: async ({ ezopen }: { ezopen: string }) => {
      addresses.push(ezopen);
      return ok({
        url: 'https://cam.test/vod/DEMO00001/1/cloud/index.m3u8',
        token: 'TICKET',
        deviceName: '',
        expireInMs: 60_000,
      });
    },
  } as unknown as LappClient;
  const made = featurePlayer((context) => makeExport(context, deps), { lapp });
  made.player.playDay(cloudDay);
  const started = async () => {
    await made.player.clock.advance(0);
    return job!;
  };
  return { ...made, started, saved, addresses, settled: () => settle!, send: made.player.send };
}

describe('exportRecording', () => {
  it('downloads the range of the camera with a ticket for its days, and saves the files', async () => {
    const { call, started, settled, saved, addresses, reported, player } = exporting();
    const done = call('exportRecording', { begin, end, manifest: true });
    const job = await started();
    expect([job.begin, job.end]).toEqual([begin, end]);
    expect(await job.place()).toEqual({
      url: 'https://cam.test/vod/DEMO00001/1/cloud/index.m3u8',
      ticket: 'TICKET',
      decryption: null,
    });
    expect(addresses[0]).toMatch(/1\.cloud\.rec\?begin=20250301T000000Z&end=20250301T235959Z$/);
    job.onProgress!({ share: 0.5, bytes: 2 });
    job.onProgress!({ share: 1, bytes: 4 });
    expect(player.state.exporting).toEqual({ begin, end, share: 1 });
    settled().resolve();
    expect(await done).toMatchObject({ files: [file], manifest: { fileName: 'CAM1-1_a_b.json' } });
    expect(saved).toEqual(['CAM1-1_a_b.mp4', 'CAM1-1_a_b.json']);
    expect(reported.filter(({ name }) => name === 'exportProgress').map(({ data }) => data)).toEqual([
      { begin, end, bytes: 0, percent: 0 },
      { begin, end, bytes: 4, percent: 100 },
    ]);
    expect([player.state.exporting, player.state.toast?.text]).toEqual([null, 'export.saved']);
  });

  it('is limited to the playbackRange of the page', async () => {
    const { call, started, settled, send, player } = exporting();
    const address = cloudDay;
    const playbackRange = { begin: '20250301T001000Z', end: '20250301T001009Z' } as const;
    send({ type: 'request.setUp', address, playbackRange });
    send({ type: 'request.play' });
    player.openDay();
    const done = call('exportRecording', { begin: begin - 60_000, end });
    const job = await started();
    expect([job.begin, job.end]).toEqual([begin, begin + 10_000]);
    settled().resolve();
    await done;
    await expect(call('exportRecording', { begin: end, end: end + 1 })).rejects.toMatchObject({
      code: '10031',
    });
  });

  it('with noDownload gives the files to the page only', async () => {
    const { call, started, settled, saved, send } = exporting();
    send({ type: 'request.display', change: { noDownload: true } });
    const done = call('exportRecording', { begin, end });
    await started();
    settled().resolve();
    await done;
    expect(saved).toEqual([]);
  });

  it('says that the server is busy, and goes on', async () => {
    const { player, started, settled, send } = exporting();
    send({ type: 'request.export', range: { begin, end }, hasManifest: false });
    const job = await started();
    job.onBusy?.(3_000);
    expect(player.state.toast).toMatchObject({ text: 'export.busy', params: { seconds: 3 } });
    expect(player.state.exporting).not.toBeNull();
    settled().resolve();
    await player.clock.advance(0);
    await vi.waitFor(() => expect(player.state.toast?.text).toBe('export.saved'));
  });

  it('rejects with the code of the failure, and tells the viewer', async () => {
    const { call, started, settled, player } = exporting();
    const done = call('exportRecording', { begin, end });
    await started();
    await expect(call('exportRecording', { begin, end })).rejects.toMatchObject({ code: 'export.running' });
    settled().reject(new AppError('playback.none', 'Nothing is recorded here.'));
    await expect(done).rejects.toMatchObject({ code: 'playback.none' });
    expect([player.state.exporting, player.state.toast?.text]).toEqual([null, 'playback.none']);
    await expect(call('exportRecording', { begin: end, end: begin })).rejects.toMatchObject({
      code: 'bad-args',
    });
  });
});

describe('the viewer', () => {
  it('exports the selected range, and cancels without a message', async () => {
    const { started, player, send, reported } = exporting();
    send({ type: 'request.select', range: { begin: begin + 0.4, end } });
    send({ type: 'request.export', range: { begin, end }, hasManifest: false });
    const { signal } = await started();
    expect(player.state.exporting).toEqual({ begin, end, share: 0 });
    send({ type: 'request.export', range: { begin, end }, hasManifest: false });
    expect(player.state.toast?.text).toBe('export.running');
    const before = player.state.toast;
    send({ type: 'request.cancelExport' });
    await player.clock.advance(0);
    expect([signal.aborted, player.state.exporting, player.state.toast]).toEqual([true, null, before]);
    send({ type: 'request.share', range: { begin, end } });
    send({ type: 'request.select', range: null });
    expect(reported.filter(({ name }) => name !== 'exportProgress')).toEqual([
      { name: 'selectRange', data: { begin, end } },
      { name: 'share', data: { begin, end, recType: 'cloud.rec' } },
      { name: 'selectRange', data: {} },
    ]);
  });
});
