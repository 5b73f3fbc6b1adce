/** The time axis of charts of the last hour. */

const quarterMs = 15 * 60_000;

/** UTC offset of the organisation's clock, from its current time. */
export function zoneAheadMs(time: string, at: number): number {
  return Math.round((Date.parse(`${time.replace(' ', 'T')}Z`) - at) / quarterMs) * quarterMs;
}

const clockTime = new Intl.DateTimeFormat('zh-CN', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

const minuteOf = (at: number) => Math.floor(at / 60_000);

/** The first point of each minute: there are several, and the label is shown once. */
const minutes = (times: readonly number[]): number[] =>
  times.filter((at, index) => minuteOf(at) !== minuteOf(times[index - 1] ?? 0));

/** Properties of a chart whose points have these times. `zoneMs`: UTC offset of the organisation. */
export function hourAxis(times: readonly number[], zoneMs: number) {
  const time = (at: number) => clockTime.format(at + zoneMs);
  return {
    xAxisProps: { minTickGap: 48, ticks: minutes(times), tickFormatter: time },
    // Also called while nothing is hovered.
    tooltipProps: {
      labelFormatter: (at: unknown) => (Number.isFinite(at) ? time(Number(at)) : ''),
    },
  };
}
