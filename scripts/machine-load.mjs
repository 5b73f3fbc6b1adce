// Measures how much of the machine other processes used while a program ran. Linux only: reads /proc.
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Clock ticks of /proc a second; 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** CPU seconds of all cores since boot. */
function busySeconds() {
  const ms = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  return ms / 1_000;
}

/** Parent and CPU seconds of each process. */
function readProcesses() {
  const found = new Map();
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      // The name, in brackets, may contain spaces.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      const ticks = Number(fields[11]) + Number(fields[12]);
      found.set(Number(pid), { parent: Number(fields[1]), seconds: ticks / ticksPerSecond });
    } catch {
      // It has ended.
    }
  }
  return found;
}

/** The process and its descendants. */
export function familyOf(root, processes) {
  const family = new Set([root]);
  let size = 0;
  while (family.size > size) {
    size = family.size;
    for (const [pid, { parent }] of processes) if (family.has(parent)) family.add(pid);
  }
  return family;
}

/** Share of all cores, 0 to 1, used by other processes. */
export function shareOfOthers({ busy, own, elapsed, cores }) {
  return Math.min(1, Math.max(0, busy - own) / (elapsed * cores));
}

/**
 * Monitors a process. `stop` returns the share of the machine used by others; null on other systems than
 * Linux.
 */
export function watchLoad(root) {
  if (process.platform !== 'linux') return { stop: () => null };
  const startedAt = performance.now();
  const busyBefore = busySeconds();
  /** CPU seconds by process at the last reading, so that ended processes are included. */
  const own = new Map();
  const sample = () => {
    const processes = readProcesses();
    for (const pid of familyOf(root, processes)) {
      const seconds = processes.get(pid)?.seconds;
      if (seconds !== undefined) own.set(pid, seconds);
    }
    // The runner's own work does not count as other processes.
    own.set(process.pid, process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6);
  };
  const ownBefore = (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
  sample();
  const timer = setInterval(sample, 250);
  return {
    stop() {
      clearInterval(timer);
      const spent = [...own.values()].reduce((sum, seconds) => sum + seconds, 0) - ownBefore;
      return shareOfOthers({
        busy: busySeconds() - busyBefore,
        own: spent,
        elapsed: (performance.now() - startedAt) / 1_000,
        cores: cpus().length,
      });
    },
  };
}
