import { expect } from 'expect';
import parsePrometheus from 'parse-prometheus-text-format';
import { describe, it } from 'vitest';
import type { DatabaseState, ProcessReport } from '../../lib/domain/monitoring/figures.ts';
import { metricsHandler } from '../../lib/http/metrics-handler.ts';
import { databaseFigures, machineFigures } from '../kit/machine-figures.ts';

const token = 'a-token-of-this-test-with-40-characters-';

const processOf = (id: string, viewers: number, more: Partial<ProcessReport> = {}): ProcessReport => ({
  ...{ id, name: `server-${id}`, startedAt: 1_700_000_000_000, streams: [] },
  figures: {
    ...machineFigures(),
    work: {
      streams: { live: 2, starting: 0, retrying: 1, viewers, bitrateKbps: 500 },
      recorders: { recording: 1, waiting: 0, failing: 0, lastWrite: 1_700_000_060_000 },
      talks: 1,
    },
  },
  ...more,
});

const scrape = (
  headers: Record<string, string> = { authorization: `Bearer ${token}` },
  processes: readonly ProcessReport[] = [processOf('a', 3), processOf('b', 4)],
  database: DatabaseState = databaseFigures,
  path = '/metrics',
) =>
  metricsHandler({ token, processes: async () => processes, database: async () => database })(
    new Request(`http://oriel.test${path}`, { headers }),
  );

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly metrics: readonly { readonly value: string; readonly labels?: Readonly<Record<string, string>> }[];
}
const familiesIn = async (response: Response) => {
  const families = parsePrometheus(await response.text()) as readonly Family[];
  return new Map(families.map((family) => [family.name, family]));
};
const values = (family: Family | undefined) => family?.metrics.map(({ value }) => Number(value));

describe('/metrics', () => {
  it.each([
    ['no token', {}],
    ['another token', { authorization: `Bearer ${token}x` }],
    ['the beginning of the token', { authorization: `Bearer ${token.slice(0, -1)}` }],
    ['the token as a password', { authorization: `Basic ${btoa(`oriel:${token}`)}` }],
  ])('is refused with %s, and tells nothing', async (_what, headers: Record<string, string>) => {
    const response = await scrape(headers);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.text()).toBe('A bearer token is required\n');
  });

  it('does not take a token from the address, which is logged', async () => {
    const response = await scrape({}, [], databaseFigures, `/metrics?token=${token}&access_token=${token}`);
    expect(response.status).toBe(401);
  });

  it('is in the text format, which a parser of it reads, each family with type and help', async () => {
    const response = await scrape();
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const families = await familiesIn(response);
    expect(families.size).toBeGreaterThan(25);
    for (const { name, help, type, metrics } of families.values()) {
      expect([name, help, type]).toEqual([
        expect.stringMatching(/^[a-z][a-z0-9_]*$/),
        expect.stringMatching(/./),
        name.endsWith('_total') ? 'COUNTER' : 'GAUGE',
      ]);
      for (const { value } of metrics) expect(Number.isFinite(Number(value))).toBe(true);
    }
  });

  it('has the sum of all processes, and each process by its name', async () => {
    const families = await familiesIn(await scrape());
    expect(values(families.get('oriel_processes'))).toEqual([2]);
    expect(values(families.get('oriel_viewers'))).toEqual([7]);
    expect(families.get('oriel_process_viewers')?.metrics).toEqual([
      { value: '3', labels: { service_instance_id: 'a', process: 'server-a' } },
      { value: '4', labels: { service_instance_id: 'b', process: 'server-b' } },
    ]);
    expect(families.get('oriel_streams')?.metrics).toEqual([
      { value: '4', labels: { state: 'live' } },
      { value: '0', labels: { state: 'starting' } },
      { value: '2', labels: { state: 'retrying' } },
    ]);
    expect(values(families.get('process_cpu_time_seconds_total'))).toEqual([12.5, 12.5]);
    expect(values(families.get('nodejs_eventloop_delay_p99_seconds'))).toEqual([0.003, 0.003]);
    expect(values(families.get('oriel_recorder_last_write_seconds'))).toEqual([1_700_000_060]);
  });

  it('escapes names, so that they stay labels', async () => {
    const name = 'a"} evil 1\nother{x="';
    const families = await familiesIn(await scrape(undefined, [processOf('a', 1, { name })]));
    expect(families.has('other')).toBe(false);
    expect(families.get('oriel_process_viewers')?.metrics).toHaveLength(1);
  });

  it('has the connections of a pool, where there is one', async () => {
    const pool = { used: 3, idle: 2, waiting: 1, max: 10 };
    const families = await familiesIn(
      await scrape(undefined, undefined, { ...databaseFigures, kind: 'postgres', pool }),
    );
    expect(values(families.get('db_client_connection_count'))).toEqual([3, 2]);
    expect(values(families.get('db_client_connection_pending_requests'))).toEqual([1]);
    expect((await familiesIn(await scrape())).has('db_client_connection_count')).toBe(false);
  });
});
