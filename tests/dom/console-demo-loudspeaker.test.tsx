import { fireEvent, screen as page } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, it, vi } from 'vitest';
import { leavePages, pageOf, server, showConsolePage } from '../kit/console-page-view.tsx';

const { default: CameraPage } = await import('../../app/_console/pages/camera/camera-page.tsx');
await import('../../app/_console/pages/camera/demo-loudspeaker.tsx');

const id = 'c'.repeat(32);
const camera = {
  ...{ id, name: '大门', deviceId: 'd'.repeat(32), deviceSerial: 'DEMO00001', channelNo: 1 },
  ...{ mainSource: 'demo:yard', status: '0', version: 1 },
};
const files: Blob[] = [];

beforeEach(() => {
  files.length = 0;
  server.on('GET /iot/camera/page', () => pageOf([camera]));
  server.on('GET /iot/camera/status', () => []);
  Object.assign(URL, {
    createObjectURL: (file: Blob) => `blob:console/${files.push(file)}`,
    revokeObjectURL: vi.fn(),
  });
});
afterEach(leavePages);

async function showDetail(row: object, permissions: readonly string[]) {
  server.on(`GET /iot/camera/${id}`, () => row);
  showConsolePage(<CameraPage />, { query: `at=show.${id}`, permissions });
  await page.findByText('运行中的码流');
}
const section = () => page.queryByRole('region', { name: '扬声器最近播放的一分钟声音' });
const mayWatch = ['iot:camera:list', 'iot:camera:query', 'iot:camera:play'];

it('the last minute of a demo camera is played in the page, and downloaded', async () => {
  await showDetail(camera, mayWatch);
  server.on(`GET /iot/camera/${id}/playedAudio`, () => ({
    content: btoa('RIFF'),
    seconds: 12,
    endTime: '2026-01-02 11:04:05',
  }));
  fireEvent.click(await page.findByRole('button', { name: '载入' }));
  expect(await page.findByText('截至 2026-01-02 11:04:05，共 12 秒')).toBeVisible();
  expect(section()!.querySelector('audio')).toHaveAttribute('src', 'blob:console/1');
  const download = page.getByRole('link', { name: '下载 WAV' });
  expect(download).toHaveAttribute('href', 'blob:console/1');
  expect(download).toHaveAttribute('download', 'DEMO00001-1-20260102110405.wav');
  expect(files.map(({ type, size }) => [type, size])).toEqual([['audio/wav', 4]]);
});

it('says when nothing has been played', async () => {
  await showDetail(camera, mayWatch);
  server.on(`GET /iot/camera/${id}/playedAudio`, () => null);
  fireEvent.click(await page.findByRole('button', { name: '载入' }));
  expect(await page.findByText('尚未播放过声音')).toBeVisible();
  expect(section()!.querySelector('audio')).toBeNull();
});

it.each([
  ['other cameras', { ...camera, mainSource: 'rtsp://10.0.0.9:554/…' }, mayWatch],
  ['users who may not watch', camera, mayWatch.slice(0, 2)],
])('is not offered to %s', async (_, row, permissions) => {
  await showDetail(row, permissions);
  expect(section()).toBeNull();
});
