/**
 * Figures in the text format of Prometheus, for whoever has the token. Names are those of OpenTelemetry's conventions
 * where these exist, as Prometheus writes them. Everything is read from the last measurement: a request costs no
 * measuring.
 */
import { Counter, Gauge, Registry } from 'prom-client';
import { isSameText } from '../domain/crypto/digest.ts';
import {
  type DatabaseState,
  type ProcessReport,
  totalWork,
  type WorkFigures,
} from '../domain/monitoring/figures.ts';

export const metricsPath = '/metrics';

export interface MetricsParts {
  /** Required as bearer token. */
  readonly token: string;
  readonly processes: () => Promise<readonly ProcessReport[]>;
  readonly database: () => Promise<DatabaseState>;
}

type Labels = Readonly<Record<string, string>>;
type Add = (name: string, help: string, value: number, labels?: Labels) => void;

export function metricsHandler({ token, processes, database }: MetricsParts) {
  return async (request: Request): Promise<Response> => {
    const headers = { 'cache-control': 'no-store' };
    if (!hasToken(request, token)) {
      return new Response('A bearer token is required\n', {
        status: 401,
        headers: { ...headers, 'www-authenticate': 'Bearer', 'content-type': 'text/plain; charset=utf-8' },
      });
    }
    const registry = metricsOf(await processes(), await database());
    return new Response(await registry.metrics(), {
      headers: { ...headers, 'content-type': registry.contentType },
    });
  };
}

/** Of the header only: addresses are logged. */
function hasToken(request: Request, token: string): boolean {
  const given = /^Bearer (?<token>\S{1,512})$/i.exec(request.headers.get('authorization') ?? '')?.groups
    ?.token;
  return isSameText(token, given ?? '');
}

function metricsOf(processes: readonly ProcessReport[], database: DatabaseState): Registry {
  const registry = new Registry();
  const gauge = adder(registry, Gauge, (metric, labels, value) => metric.set(labels, value));
  const counter = adder(registry, Counter, (metric, labels, value) => metric.inc(labels, value));

  gauge('oriel_processes', 'Running processes on the database', processes.length);
  addWork(gauge, 'oriel', 'of all processes', totalWork(processes));
  for (const { id, name, startedAt, figures } of processes) {
    const own = { service_instance_id: id, process: name };
    const { cpu, mem, runtime, disks, work } = figures;
    gauge('target_info', 'Version of each process', 1, {
      ...own,
      service_name: 'oriel',
      service_version: runtime.version,
      process_runtime_name: 'nodejs',
      process_runtime_version: runtime.node,
      host_arch: figures.sys.arch,
      os_type: figures.sys.os,
    });
    addWork(gauge, 'oriel_process', 'of one process', work, own);
    gauge('process_start_time_seconds', 'When the process started, since 1970', startedAt / 1_000, own);
    counter('process_cpu_time_seconds_total', 'Processor time', runtime.cpuSeconds, own);
    gauge('process_cpu_utilization_ratio', 'Processors in use by the process', runtime.cpuUsed / 100, own);
    gauge('process_memory_usage_bytes', 'Resident memory', runtime.rss, own);
    gauge('v8js_memory_heap_used_bytes', 'Used heap', runtime.heapUsed, own);
    gauge('v8js_memory_heap_limit_bytes', 'Allocated heap', runtime.heapTotal, own);
    gauge(
      'nodejs_eventloop_delay_p99_seconds',
      'Delay of the event loop, 99th percentile of the last five seconds',
      runtime.eventLoopP99 / 1_000,
      own,
    );
    counter('v8js_gc_duration_seconds_total', 'Time of garbage collections', runtime.gc.ms / 1_000, own);
    counter('v8js_gc_runs_total', 'Garbage collections', runtime.gc.count, own);
    gauge('system_cpu_logical_count', 'Processors of the machine', cpu.cpuNum, own);
    gauge('system_cpu_utilization_ratio', 'Share of processor time in use', cpu.used / 100, own);
    gauge('system_memory_limit_bytes', 'Memory of the machine or container', mem.total, own);
    gauge('system_memory_usage_bytes', 'Memory in use', mem.used, own);
    for (const { dir, total, free } of disks) {
      const disk = { ...own, folder: dir };
      gauge('system_filesystem_limit_bytes', 'Size of the disk with this folder', total, disk);
      gauge('system_filesystem_free_bytes', 'Free space on the disk with this folder', free, disk);
    }
  }
  gauge('oriel_database_size_bytes', 'Size of the database', database.size, {
    db_system_name: database.kind,
  });
  if (database.pool) {
    const { used, idle, waiting, max } = database.pool;
    const name = 'db_client_connection_count';
    const help = 'Connections to the database, of the process that responds';
    gauge(name, help, used, { db_client_connection_state: 'used' });
    gauge(name, help, idle, { db_client_connection_state: 'idle' });
    gauge('db_client_connection_max', 'Maximum number of connections', max);
    gauge('db_client_connection_pending_requests', 'Statements that wait for a connection', waiting);
  }
  return registry;
}

function addWork(
  gauge: Add,
  prefix: string,
  of: string,
  { streams, recorders, talks }: WorkFigures,
  labels: Labels = {},
) {
  for (const state of ['live', 'starting', 'retrying'] as const) {
    gauge(`${prefix}_streams`, `Camera streams ${of}`, streams[state], { ...labels, state });
  }
  gauge(`${prefix}_viewers`, `Viewers ${of}`, streams.viewers, labels);
  gauge(
    `${prefix}_camera_bits_per_second`,
    `From cameras to the server, ${of}`,
    streams.bitrateKbps * 1_000,
    labels,
  );
  for (const state of ['recording', 'waiting', 'failing'] as const) {
    gauge(`${prefix}_recorders`, `Recorders ${of}`, recorders[state], { ...labels, state });
  }
  if (recorders.lastWrite !== null) {
    const help = `End of the newest frame that was recorded, since 1970, ${of}`;
    gauge(`${prefix}_recorder_last_write_seconds`, help, recorders.lastWrite / 1_000, labels);
  }
  gauge(`${prefix}_talks`, `Talks and voice messages that are being sent, ${of}`, talks, labels);
}

/** Makes each metric when its first value is added; its labels are those of that value. */
function adder<Metric extends Gauge | Counter>(
  registry: Registry,
  Kind: new (options: { name: string; help: string; labelNames: string[]; registers: Registry[] }) => Metric,
  set: (metric: Metric, labels: Labels, value: number) => void,
): Add {
  const made = new Map<string, Metric>();
  return (name, help, value, labels = {}) => {
    const metric =
      made.get(name) ?? new Kind({ name, help, labelNames: Object.keys(labels), registers: [registry] });
    made.set(name, metric);
    set(metric, labels, value);
  };
}
