import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { diagnosisText } from '../../player-frame/features/stats/diagnosis.ts';
import { type Sample, sparkline, withSample } from '../../player-frame/features/stats/samples.ts';
import { StatsOverlay } from '../../player-frame/features/stats/stats-overlay.tsx';
import { verdictOf } from '../../player-frame/features/stats/verdict.ts';
import { noAbilities, type VideoStats } from '../../player-frame/state/player-state.ts';
import { recordedPlayer } from '../kit/recorded-player.ts';
import { showView } from '../kit/shown-player.tsx';

const canary = 'CANARY77';
const stats: VideoStats = {
  ...{ framesShown: 250, framesDropped: 3, bytes: 1_000_000, wallMs: null, latencyMs: 212.4 },
  ...{
    fps: 25,
    bitsPerSecond: 812_345,
    keyFrameIntervalMs: 2_000,
    stalls: 1,
    firstFrameMs: 431,
    bufferedMs: 80,
  },
};

let player: ReturnType<typeof recordedPlayer>;
beforeEach(() => {
  player = recordedPlayer();
  player.play(`ezopen://${canary}@open.example.com/DEMO00001/1.hd.live`);
  const { attempt } = player;
  player.send({
    type: 'event.engineChosen',
    attempt,
    engine: { kind: 'webcodecs', why: 'decodes H.264' },
    can: noAbilities,
  });
  player.send({
    type: 'event.tracks',
    attempt,
    tracks: { video: { codec: 'avc1.4d401f', width: 1920, height: 1080 }, audio: { codec: 'mp4a.40.2' } },
  });
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'clipboard');
});

const report = (one: VideoStats) =>
  act(() => player.send({ type: 'event.stats', attempt: player.attempt, stats: one }));
const toggle = () => act(() => player.send({ type: 'request.toggleDiagnosis' }));

describe('the statistics overlay', () => {
  it('shows engine with reason, codecs, size, rates, latency and the other figures', () => {
    showView(player, <StatsOverlay />);
    expect(screen.queryByRole('region')).toBeNull();
    toggle();
    report(stats);
    const rows = [...document.querySelectorAll('dt')].map((one) => [
      one.textContent,
      one.nextElementSibling?.textContent,
    ]);
    expect(rows).toEqual([
      ['播放引擎', 'webcodecs'],
      ['视频', 'avc1.4d401f'],
      ['音频', 'mp4a.40.2'],
      ['画面尺寸', '1920×1080'],
      ['帧率', '25'],
      ['码率', '812 kbit/s'],
      ['延迟', '212 ms'],
      ['首帧用时', '431 ms'],
      ['卡顿次数', '1'],
      ['丢弃帧数', '3'],
      ['关键帧间隔', '2000 ms'],
      ['缓冲', '80 ms'],
    ]);
    expect(screen.getByText('播放正常')).toBeVisible();
    expect(screen.getByText('浏览器在后台线程逐帧解码（WebCodecs），延迟最低')).toBeVisible();
    expect(screen.queryByText(/decodes H\.264/)).toBeNull();
    expect(screen.getByRole('img', { name: '最近一分钟的延迟' })).toBeVisible();
  });

  it('explains a fallback in the language of the viewer', () => {
    player.fail('media', 'media.unsupported');
    const { attempt } = player;
    const engine = { kind: 'flv', why: 'flv: the only one left' } as const;
    player.send({ type: 'event.engineChosen', attempt, engine, can: noAbilities });
    showView(player, <StatsOverlay />);
    toggle();
    expect(document.querySelector('.oriel-stats-why')?.textContent).toBe(
      '通过 Media Source 播放，延迟略高于 WebCodecs · 已改用兼容的解码方式',
    );
    act(() => player.send({ type: 'request.setLanguage', language: 'en-US' }));
    report(stats);
    expect(document.querySelector('.oriel-stats-why')?.textContent).toBe(
      'Played through Media Source, with slightly higher latency than WebCodecs · Switched to a compatible decoder',
    );
  });

  it.each([
    [-3, '< 20 ms'],
    [0, '< 20 ms'],
    [19.9, '< 20 ms'],
    [20, '20 ms'],
    [212.4, '212 ms'],
    [null, '—'],
  ])('shows a latency of %p as %s', (latencyMs, expected) => {
    showView(player, <StatsOverlay />);
    toggle();
    report({ ...stats, latencyMs });
    expect(screen.getByText('延迟').nextElementSibling?.textContent).toBe(expected);
  });

  it('closes with its button and with Esc', () => {
    showView(player, <StatsOverlay />);
    toggle();
    fireEvent.click(screen.getByRole('button', { name: '关闭诊断' }));
    expect(screen.queryByRole('region')).toBeNull();
    toggle();
    fireEvent.keyDown(screen.getByRole('button', { name: '复制诊断信息' }), { key: 'Escape' });
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('copies everything except secrets', async () => {
    let copied = '';
    const clipboard = {
      writeText: async (text: string) => {
        copied = text;
      },
    };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    showView(player, <StatsOverlay />);
    toggle();
    report(stats);
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: '复制诊断信息' })));
    expect(screen.getByText('已复制')).toBeVisible();
    const diagnosis = JSON.parse(copied);
    expect(diagnosis).toMatchObject({
      player: {
        engine: 'webcodecs',
        engineReason: 'decodes H.264',
        address: 'ezopen://open.example.com/DEMO00001/1.hd.live',
      },
      stats: { fps: 25, latencyMs: 212, videoCodec: 'avc1.4d401f' },
      verdict: 'good',
    });
    expect(copied).not.toContain(canary);
  });

  it('contains no verification code in any state', () => {
    const text = () => diagnosisText(player.state, [], { now: 0, userAgent: 'test', size: '1x1' });
    expect(text()).not.toContain(canary);
    player.fail('network', 'network.closed');
    expect(text()).not.toContain(canary);
    player.fail('other', '400036');
    player.send({ type: 'request.enterCode', code: `${canary}X` });
    expect(text()).not.toContain(canary);
  });

  it('selects the text if the frame may not write to the clipboard', async () => {
    showView(player, <StatsOverlay />);
    toggle();
    report(stats);
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: '复制诊断信息' })));
    const area = screen.getByRole('textbox') as HTMLTextAreaElement;
    expect(JSON.parse(area.value)).toMatchObject({ stats: { fps: 25 } });
    expect([area.selectionStart, area.selectionEnd]).toEqual([0, area.value.length]);
    expect(screen.getByText(/Ctrl\+C/)).toBeVisible();
  });
});

describe('the verdict', () => {
  const rows = (change: (second: number) => Partial<Sample>): Sample[] =>
    Array.from({ length: 12 }, (_, second) => ({
      ...stats,
      at: second * 1_000,
      framesShown: second * 25,
      framesDropped: 0,
      ...change(second),
    }));

  it.each([
    ['good', () => ({})],
    ['network', (second: number) => ({ stalls: second > 8 ? 2 : 1 })],
    ['decoder', (second: number) => ({ framesDropped: second * 3 })],
    ['keyFrame', () => ({ keyFrameIntervalMs: 8_000 })],
  ] as const)('is %s', (verdict, change) => {
    expect(verdictOf(player.state, rows(change as (second: number) => Partial<Sample>))).toBe(verdict);
  });

  it('is the camera while the server reconnects to it, and empty while nothing plays', () => {
    const { attempt } = player;
    player.send({ type: 'event.source', attempt, state: 'retrying', code: '20007', retryInMs: 500 });
    expect(
      verdictOf(
        player.state,
        rows(() => ({})),
      ),
    ).toBe('camera');
    player.send({ type: 'request.stop' });
    expect(
      verdictOf(
        player.state,
        rows(() => ({})),
      ),
    ).toBeNull();
  });
});

describe('samples', () => {
  const sample = (at: number, latencyMs: number | null = 100, framesShown = at): Sample => ({
    ...stats,
    at,
    latencyMs,
    framesShown,
  });

  it('are one second apart, cover at most a minute, and restart with another stream', () => {
    let samples: readonly Sample[] = [];
    for (let at = 0; at < 120_000; at += 250) samples = withSample(samples, sample(at));
    expect(samples).toHaveLength(60);
    expect(withSample(samples, sample(120_001, 100, 3))).toHaveLength(1);
  });

  it('form a line from left to right, the newest at the right edge', () => {
    expect(sparkline([sample(0)], 118, 20)).toBe('');
    expect(sparkline([sample(0, 50), sample(1_000, null), sample(2_000, 100)], 118, 20)).toBe(
      '116.0,15.0 118.0,10.0',
    );
  });
});
