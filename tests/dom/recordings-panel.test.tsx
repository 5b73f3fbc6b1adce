import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { alarmsOf } from '../../player-frame/recorded-time/alarms.ts';
import { bandsOf, noBands } from '../../player-frame/recorded-time/bands.ts';
import { recordedTimeOf } from '../../player-frame/recorded-time/recorded-time.ts';
import { RecordingsPanel } from '../../player-frame/ui/recordings-panel.tsx';
import { recordedPlayer } from '../kit/recorded-player.ts';
import { showView } from '../kit/shown-player.tsx';

const hour = 3_600_000;
/** 00:00 in Shanghai on the day of the clock of the tests. */
const midnight = Date.UTC(2025, 9, 8, 16);
const { getContext } = HTMLCanvasElement.prototype;
const full = { width: window.innerWidth, height: window.innerHeight };

let player: ReturnType<typeof recordedPlayer>;

beforeEach(() => {
  player = recordedPlayer();
  // What is drawn is shown by the unit tests of the ruler.
  HTMLCanvasElement.prototype.getContext = () => null;
  Object.assign(window, { innerWidth: 390, innerHeight: 700 });
});
afterEach(() => {
  cleanup();
  HTMLCanvasElement.prototype.getContext = getContext;
  Object.assign(window, { innerWidth: full.width, innerHeight: full.height });
});

function show(address: string): void {
  player.send({ type: 'request.setTheme', theme: builtInThemes.mobileRec });
  player.send({ type: 'request.setUp', address, audio: false });
  player.send({ type: 'request.play' });
  player.send({
    type: 'event.resolved',
    attempt: player.attempt,
    deviceName: '',
    range: { start: midnight, end: midnight + 24 * hour },
    timeZone: 'Asia/Shanghai',
  });
  player.firstFrame();
  player.send({
    type: 'event.recordings',
    recordings: {
      time: recordedTimeOf([{ start: midnight + hour, end: midnight + 3 * hour, kind: 'schedule' }]),
      known: bandsOf([{ start: midnight, end: midnight + 24 * hour }]),
      counts: new Map([[midnight, 7]]),
      months: new Map(),
      alarms: alarmsOf([{ id: 'a', at: midnight + 2 * hour, name: '移动侦测' }]),
      others: noBands,
    },
  });
  player.take();
  showView(player, <RecordingsPanel />);
}

const cloud = 'ezopen://open.example.com/DEMO00001/1.cloud.rec';

describe('the recordings of a phone', () => {
  it('has the date, the number of recordings, both storages and the hours of the day', () => {
    show(cloud);
    expect(screen.getByText('今日录像').nextSibling).toHaveTextContent('10月9日');
    expect(screen.getByRole('status')).toHaveTextContent('共 7 段');
    expect(screen.getByRole('button', { name: '云录像' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('slider')).toHaveAttribute(
      'aria-valuetext',
      '2025-10-09 00:00:00，此处无录像，下一段 01:00:00',
    );
    expect(player.take()).toContainEqual({
      do: 'loadRecordings',
      from: midnight,
      to: player.clock.now(),
    });
    fireEvent.click(screen.getByRole('button', { name: '存储卡录像' }));
    expect(player.state.address).toMatch(/1\.rec/);
  });

  it('ignores the date input if the url fixes a begin or end', () => {
    player.send({ type: 'request.display', change: { isMobile: true } });
    show(`${cloud}?begin=20251009&end=20251009`);
    fireEvent.click(screen.getByRole('button', { name: /今日录像/ }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens a calendar otherwise, and the chosen date is played from 00:00:00', () => {
    show(cloud);
    fireEvent.click(screen.getByRole('button', { name: /今日录像/ }));
    fireEvent.click(screen.getByRole('button', { name: /10月2日/ }));
    expect(player.state.address).toContain('begin=20251002T000000Z');
    const notices = player
      .take()
      .flatMap((effect) =>
        effect.do === 'notify' && effect.notice.type === 'timeline' ? [effect.notice] : [],
      );
    expect(notices).toEqual([
      { type: 'timeline', isCalendarOpen: true },
      { type: 'timeline', isCalendarOpen: false },
      { type: 'timeline', date: '2025-10-02' },
    ]);
  });

  it('shows what is recorded at the marker while it is scrolled, with its picture and alarm', async () => {
    show(cloud);
    const ruler = screen.getByRole('slider');
    const held = () =>
      [...document.querySelectorAll('.oriel-ruler-held > span')].map((each) => each.textContent);
    expect(held()).toEqual([]);
    // 60 px are 30 minutes.
    const scrollTo = (top: number) => {
      act(() => {
        ruler.scrollTop = top;
        fireEvent.scroll(ruler);
      });
    };
    scrollTo(60);
    expect(held()).toEqual(['此处无录像，下一段 01:00:00']);
    scrollTo(4 * 60);
    expect(held()).toEqual(['定时录像', '02:00:00 移动侦测']);
    expect(player.take()).toContainEqual({ do: 'loadPreview', at: midnight + 2 * hour });
    const image = { width: 160, height: 90 } as ImageBitmap; // is only drawn
    const preview = { from: midnight + 2 * hour, to: midnight + 2 * hour, image };
    act(() => player.send({ type: 'event.preview', preview }));
    await waitFor(() => expect(document.querySelector('.oriel-ruler-held canvas')).toBeVisible());
    // At rest, it is played.
    await waitFor(() => expect(held()).toEqual([]));
    expect(player.state.recorded.seekTarget).toBe(midnight + 2 * hour);
  });

  it('is below the video of 390 px in a frame of 563 px, where player.css leaves its space free', () => {
    Object.assign(window, { innerWidth: 390, innerHeight: 563 });
    show(cloud);
    expect(screen.getByRole('slider')).toBeVisible();
  });

  it('is opened by a button where the video leaves no space', () => {
    Object.assign(window, { innerWidth: 640, innerHeight: 480 });
    show(cloud);
    expect(screen.queryByRole('slider')).toBeNull();
    act(() => screen.getByRole('button', { name: '录像时间' }).click());
    expect(screen.getByRole('slider')).toBeVisible();
    act(() => screen.getByRole('button', { name: '收起录像时间' }).click());
    expect(screen.queryByRole('slider')).toBeNull();
  });
});
