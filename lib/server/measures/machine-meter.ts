/** Measures the machine and this process, one subject per file. */
import { hostname, type } from 'node:os';
import type { MachineMeter } from '../../domain/monitoring/monitor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { cpuMeter } from './cpu-meter.ts';
import { diskFigures } from './disks.ts';
import { maskedHostName } from './host-name.ts';
import { memorySpace } from './memory.ts';
import { runtimeMeter } from './runtime-meter.ts';

export interface StoppableMeter {
  readonly read: MachineMeter;
  /** Safe to call twice. */
  stop(): void;
}

export function machineMeter(parts: {
  readonly clock: Clock;
  readonly version: string;
  readonly dataDir: string;
  readonly recordingsDir: string;
}): StoppableMeter {
  const cpu = cpuMeter();
  const runtime = runtimeMeter(parts.clock);
  const sys = { hostName: maskedHostName(hostname()), os: type(), arch: process.arch };
  return {
    async read() {
      const disks = await diskFigures([
        { dir: 'data', path: parts.dataDir },
        { dir: 'recordings', path: parts.recordingsDir },
      ]);
      return {
        sys,
        cpu: cpu(),
        mem: memorySpace(),
        runtime: { ...runtime.read(), version: parts.version },
        disks,
      };
    },
    stop: () => runtime.stop(),
  };
}
