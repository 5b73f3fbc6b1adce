import { expect } from 'expect';
import { it } from 'vitest';
import { diagnosisText } from '../../app/watch/diagnosis-text.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';

const at = Date.parse('2026-11-26T02:15:00Z');

it('a diagnosis is plain text with camera, time, link, playback, failures and browser, a line each', () => {
  const text = diagnosisText({
    ...{ camera: { name: '大门' }, serial: 'DEMO00001', channelNo: 2, zone: zoneOf('Asia/Shanghai') },
    link: 'https://oriel.example/watch/DEMO00001/2?at=2026-11-26T10:15:00',
    state: {
      ...{ phase: 'playing', attempt: 2, muted: true, engine: 'hls', engineReason: 'plays MSE' },
      address: 'ezopen://oriel/DEMO00001/2.cloud.rec',
    },
    stats: { engine: 'hls', fps: 25, recordedAt: at },
    failures: [{ at, code: 'network.closed', message: '连接\n中断' }],
    ...{ now: at + 60_000, userAgent: 'Browser/1', size: '800x600@2' },
  });
  expect(text.split('\n')).toEqual([
    'camera: 大门 (DEMO00001/2)',
    'time: 2026-11-26 10:16:00 (Asia/Shanghai)',
    'link: https://oriel.example/watch/DEMO00001/2?at=2026-11-26T10:15:00',
    'phase: playing',
    'engine: hls',
    'engineReason: plays MSE',
    'attempt: 2',
    'address: ezopen://oriel/DEMO00001/2.cloud.rec',
    'fps: 25',
    'recordedAt: 2026-11-26 10:15:00 (Asia/Shanghai)',
    'failure: 2026-11-26 10:15:00 (Asia/Shanghai) network.closed 连接 中断',
    'browser: Browser/1',
    'window: 800x600@2',
  ]);
});

it('a diagnosis before anything is played has what is known', () => {
  const text = diagnosisText({
    ...{ camera: { name: '大门' }, serial: 'DEMO00001', channelNo: 2, zone: zoneOf('Asia/Shanghai') },
    ...{ link: 'https://oriel.example/watch/DEMO00001/2', state: null, stats: null, failures: [] },
    ...{ now: at, userAgent: 'Browser/1', size: '800x600@2' },
  });
  expect(text.split('\n').map((line) => line.split(':')[0])).toEqual([
    ...['camera', 'time', 'link', 'browser', 'window'],
  ]);
});
