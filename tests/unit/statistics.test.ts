import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { streamChanges } from '../../lib/domain/live/stream-changes.ts';
import { byWeek, daysIn, rangeBefore } from '../../lib/domain/statistics/days.ts';
import { quarterMs, viewCounter } from '../../lib/domain/statistics/view-counter.ts';
import { addDays } from '../../lib/kernel/zone-days.ts';
import { RecordedViews } from '../../lib/media/playback/recorded-views.ts';
import type { SourceFailure, StreamCondition } from '../../lib/media/ports.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const camera = { tenantId: 't', deviceSerial: 'CAM1', channelNo: 1, applicationId: 'app' };
const midnight = Date.UTC(2025, 9, 9);

describe('a view', () => {
  it('is counted once, with the time in which pictures flowed', async () => {
    const clock = new FakeClock();
    const counter = viewCounter(clock);
    const view = counter.open(camera, 'live');
    await clock.advance(3_000); // nothing flows yet
    view.flows(true);
    await clock.advance(10_000);
    view.flows(false);
    await clock.advance(60_000); // the camera is away
    view.flows(true);
    view.flows(true);
    await clock.advance(5_000);
    view.close();
    view.close();
    await clock.advance(5_000);
    expect(counter.take()).toEqual([
      expect.objectContaining({ ...camera, kind: 'live', code: '', views: 1, watchedMs: 15_000 }),
    ]);
    expect(counter.take()).toEqual([]);
  });

  it('that goes on is counted up to each look, and belongs to the day in which it was watched', async () => {
    const clock = new FakeClock(midnight - 100_000);
    const counter = viewCounter(clock);
    const view = counter.open(camera, 'live');
    view.flows(true);
    await clock.advance(60_000);
    expect(counter.take()).toMatchObject([{ views: 1, watchedMs: 60_000 }]);
    await clock.advance(60_000);
    const quarter = midnight / quarterMs;
    expect(counter.take()).toMatchObject([
      { views: 0, watchedMs: 40_000, quarter: quarter - 1 },
      { views: 0, watchedMs: 20_000, quarter },
    ]);
    view.close();
  });

  it('is as long as the time that passed, whatever the wall clock is set to', async () => {
    const clock = new FakeClock();
    const counter = viewCounter(clock);
    const view = counter.open(camera, 'live');
    view.flows(true);
    await clock.advance(60_000);
    clock.setWall(clock.now() + 9 * 86_400_000);
    view.close();
    expect(counter.take().reduce((sum, { watchedMs }) => sum + watchedMs, 0)).toBe(60_000);
  });

  it('is kept when it could not be stored', () => {
    const counter = viewCounter(new FakeClock());
    counter.open(camera, 'live').close();
    counter.failed(camera, 'live', 'source.auth');
    counter.camera({ ...camera, profile: 'main' }, null);
    const taken = counter.take();
    counter.open(camera, 'live').close();
    counter.putBack(taken);
    expect(counter.take()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'live', code: '', views: 2 }),
        expect.objectContaining({ kind: 'live', code: 'source.auth', views: 0, failures: 1 }),
        expect.objectContaining({ kind: 'camera', applicationId: '', starts: 1 }),
      ]),
    );
  });
});

describe('a view of a recording', () => {
  const watchedOf = (counter: ReturnType<typeof viewCounter>) =>
    counter.take().reduce((sum, { views, watchedMs }) => [sum[0]! + views, sum[1]! + watchedMs], [0, 0]);

  it('lasts while a player fetches parts ahead, and ends when everything was played', async () => {
    const clock = new FakeClock();
    const counter = viewCounter(clock);
    const views = new RecordedViews(counter, clock);
    views.listed('ticket', 1_000, 20_000);
    for (let part = 0; part < 5; part += 1) {
      views.delivered('ticket', camera, 200); // 4 s
      await clock.advance(part < 2 ? 100 : 4_000);
    }
    await clock.advance(3_600_000);
    expect(watchedOf(counter)).toEqual([1, 20_000]);
    expect(clock.pending).toBe(0);
  });

  it('is never longer than what was delivered, nor than the time that passed', async () => {
    const delivery = fc.record({ seconds: fc.nat({ max: 300 }), thenMs: fc.nat({ max: 200_000 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(delivery, { minLength: 1, maxLength: 12 }), async (deliveries) => {
        const clock = new FakeClock();
        const counter = viewCounter(clock);
        const views = new RecordedViews(counter, clock);
        views.listed('ticket', 1_000, 1_000_000); // a byte per second
        for (const { seconds, thenMs } of deliveries) {
          views.delivered('ticket', camera, seconds);
          await clock.advance(thenMs);
        }
        views.stop();
        const [opened, watched = 0] = watchedOf(counter);
        const delivered = deliveries.reduce((sum, { seconds }) => sum + seconds * 1_000, 0);
        expect(opened).toBe(delivered > 0 ? 1 : 0);
        expect(watched).toBeLessThanOrEqual(delivered);
        expect(watched).toBeLessThanOrEqual(clock.monotonic());
      }),
      { numRuns: 50 },
    );
  });

  it('is another one for each ticket, and for a player that continues after half an hour', async () => {
    const clock = new FakeClock();
    const counter = viewCounter(clock);
    const views = new RecordedViews(counter, clock);
    views.delivered('one', camera, 10);
    views.delivered('two', camera, 10);
    await clock.advance(31 * 60_000);
    views.delivered('one', camera, 10);
    views.stop();
    expect(watchedOf(counter)[0]).toBe(3);
  });
});

describe('the changes of a stream', () => {
  const condition = (
    state: StreamCondition['state'],
    lastFailure: StreamCondition['lastFailure'] = null,
  ) => ({
    ...{ state, lastFailure, tracks: null, retryAt: null, since: 0, bitrateKbps: 0 },
  });
  const failure = (): SourceFailure => ({ code: 'source.silent', message: '', retryable: true });

  it('are its starts, and each failure once', () => {
    const changeOf = streamChanges();
    const first = failure();
    const steps = [
      condition('starting'),
      condition('live'),
      condition('live'),
      condition('retrying', first),
      condition('starting', first),
      condition('retrying', first),
      condition('retrying', failure()),
      condition('live'),
      null,
      condition('live'),
    ];
    const changes = steps.map((each) => changeOf('stream', each));
    expect(
      changes.map((change) => change && (change.to === 'live' ? change.isRecovered : change.to)),
    ).toEqual([...[null, false, null, 'failed', null], ...[null, 'failed', true, null, false]]);
  });
});

describe('ranges of days', () => {
  it('have as many days as their parts by week, and as the range before', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2_000 }), fc.integer({ min: 1, max: 366 }), (offset, days) => {
        const from = addDays('2023-01-01', offset);
        const range = { from, to: addDays(from, days - 1) };
        const parts = byWeek(range);
        expect(daysIn(range)).toBe(days);
        expect(parts.reduce((sum, part) => sum + daysIn(part), 0)).toBe(days);
        expect(Math.max(...parts.map(daysIn))).toBeLessThanOrEqual(7);
        expect(daysIn(rangeBefore(range))).toBe(days);
        expect(addDays(rangeBefore(range).to, 1)).toBe(from);
      }),
    );
  });
});
