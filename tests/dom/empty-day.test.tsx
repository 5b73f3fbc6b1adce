import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { noAlarms } from '../../player-frame/recorded-time/alarms.ts';
import { noBands } from '../../player-frame/recorded-time/bands.ts';
import { recordedTimeOf, type Segment } from '../../player-frame/recorded-time/recorded-time.ts';
import type { CivilRange } from '../../player-frame/state/recorded-events.ts';
import { PlayerApp } from '../../player-frame/ui/player-app.tsx';
import { camera, cloudDay, recordedPlayer, shanghaiDay } from '../kit/recorded-player.ts';
import { showView } from '../kit/shown-player.tsx';

const hour = 3_600_000;
let player: ReturnType<typeof recordedPlayer>;

beforeEach(() => {
  player = recordedPlayer();
  player.clock.setWall(shanghaiDay.end + 72 * hour);
});
afterEach(cleanup);

/** 2025-03-01, of which nothing is recorded. `dates`: days with recordings in February and March. */
function show({
  dates = [],
  segments = [],
  playbackRange,
  hasLive = true,
}: {
  readonly dates?: readonly string[];
  readonly segments?: readonly Segment[];
  readonly playbackRange?: CivilRange;
  readonly hasLive?: boolean;
} = {}): void {
  player.send({ type: 'request.setTheme', theme: builtInThemes.pcRec });
  player.send({ type: 'request.setUp', address: cloudDay, ...(playbackRange && { playbackRange }) });
  player.send({ type: 'request.play' });
  player.send({
    type: 'event.resolved',
    attempt: player.attempt,
    deviceName: 'Gate',
    range: shanghaiDay,
    timeZone: 'Asia/Shanghai',
    hasLive,
  });
  player.fail('other', 'playback.none');
  const inMonth = (month: string) => new Set(dates.filter((date) => date.startsWith(month)));
  player.send({
    type: 'event.recordings',
    recordings: {
      time: recordedTimeOf([...segments], { known: noBands }),
      counts: new Map(),
      months: new Map(['2025-01', '2025-02', '2025-03'].map((month) => [month, inMonth(month)])),
      others: noBands,
      alarms: noAlarms,
    },
  });
  player.take();
  showView(player, <PlayerApp onEscape={() => {}} />);
}
const buttons = () =>
  [...document.querySelectorAll('.oriel-card button')].map(({ textContent }) => textContent);
const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));

describe('a day without recordings', () => {
  it('is no fault: it is said with its date, without an error code, and the bars stay', () => {
    show();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('未找到录像片段')).toBeInTheDocument();
    expect(screen.getByText('3月1日没有可播放的录像')).toBeInTheDocument();
    expect(screen.queryByText(/错误码/)).toBeNull();
    expect(screen.getByText('Gate')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '本地存储录像' })).toBeInTheDocument();
    expect(buttons()).toEqual(['回到实时画面']);
    press('回到实时画面');
    expect(player.state.address).toBe(camera);
  });

  it('leads to the next recording, by its moment where that is known', () => {
    const start = shanghaiDay.end + 8 * hour;
    show({
      dates: ['2025-02-10', '2025-03-02'],
      segments: [{ start, end: start + hour, kind: 'schedule' }],
    });
    expect(buttons()).toEqual(['下一段录像（3月2日）', '回到实时画面']);
    press('下一段录像（3月2日）');
    expect(player.take()).toContainEqual({ do: 'openRecorded', at: start, recordType: 'cloud.rec' });
  });

  it('leads to the day of the next recording, which may be closer than the recordings that are loaded', () => {
    const start = shanghaiDay.end + 48 * hour;
    show({ dates: ['2025-03-02'], segments: [{ start, end: start + hour, kind: 'schedule' }] });
    press('下一段录像（3月2日）');
    expect(player.state.address).toMatch(/cloud\.rec\?begin=20250302/);
  });

  it('leads back where nothing was recorded since', () => {
    show({ dates: ['2025-02-10', '2025-02-27'] });
    expect(buttons()).toEqual(['上一段录像（2月27日）', '回到实时画面']);
    press('上一段录像（2月27日）');
    expect(player.state.address).toMatch(/cloud\.rec\?begin=20250227/);
  });

  it('offers nothing that the page or the token does not permit', () => {
    show({
      dates: ['2025-03-02'],
      playbackRange: { begin: '20250301T000000Z', end: '20250301T235959Z' },
      hasLive: false,
    });
    expect(buttons()).toEqual([]);
  });
});
