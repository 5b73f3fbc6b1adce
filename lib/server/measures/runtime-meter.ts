import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import type { MachineFigures } from '../../domain/monitoring/figures.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';

export interface RuntimeMeter {
  /** Processor time and delays since the previous call, the rest since the start. */
  read(): Omit<MachineFigures['runtime'], 'version'>;
  stop(): void;
}

/** How often the delay of the event loop is measured, and therefore its smallest value. */
const resolutionMs: Ms = 10;

export function runtimeMeter(clock: Clock): RuntimeMeter {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  const gc = { count: 0, ms: 0 };
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      gc.count += 1;
      gc.ms += duration;
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  let before = { cpuUs: 0, at: clock.monotonic() - process.uptime() * 1_000 };

  return {
    read() {
      const { user, system } = process.cpuUsage();
      const now = { cpuUs: user + system, at: clock.monotonic() };
      const passedMs = now.at - before.at;
      const cpuUsed = passedMs <= 0 ? 0 : ((now.cpuUs - before.cpuUs) / 1_000 / passedMs) * 100;
      before = now;
      const { rss, heapUsed, heapTotal } = process.memoryUsage();
      // The measured interval includes the timer's own; only what exceeds it is a delay.
      const p99Ms = Math.max(0, delays.percentile(99) / 1e6 - resolutionMs);
      delays.reset();
      return {
        node: process.versions.node,
        uptime: Math.round(process.uptime()),
        cpuUsed: Math.round(cpuUsed * 10) / 10,
        cpuSeconds: now.cpuUs / 1e6,
        heapUsed,
        heapTotal,
        rss,
        eventLoopP99: Number.isFinite(p99Ms) ? Math.round(p99Ms * 10) / 10 : 0,
        gc: { count: gc.count, ms: Math.round(gc.ms) },
      };
    },
    stop() {
      delays.disable();
      observer.disconnect();
    },
  };
}
