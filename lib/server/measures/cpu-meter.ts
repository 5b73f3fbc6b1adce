import { type CpuInfo, cpus, loadavg } from 'node:os';
import { type MachineFigures, percent } from '../../domain/monitoring/figures.ts';

type CpuTimes = CpuInfo['times'];

interface Times {
  readonly used: number;
  readonly sys: number;
  readonly all: number;
}

/** Shares of processor time of the machine since the previous call; at first, since the machine started. */
export function cpuMeter(read: () => readonly { readonly times: CpuTimes }[] = cpus) {
  let before: Times = { used: 0, sys: 0, all: 0 };
  return (): MachineFigures['cpu'] => {
    const processors = read();
    const now = timesOf(processors);
    const all = now.all - before.all;
    const share = (of: keyof Times) => (all <= 0 ? 0 : percent((now[of] - before[of]) / all));
    const [used, sys] = [share('used'), share('sys')];
    before = now;
    return {
      cpuNum: processors.length,
      used,
      sys,
      free: Math.round((100 - used) * 10) / 10,
      load: loadavg().map((load) => Math.round(load * 100) / 100),
    };
  };
}

function timesOf(processors: readonly { readonly times: CpuTimes }[]): Times {
  let [used, sys, all] = [0, 0, 0];
  for (const { times } of processors) {
    sys += times.sys;
    used += times.user + times.nice + times.sys + times.irq;
    all += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { used, sys, all };
}
