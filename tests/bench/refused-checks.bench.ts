// Server memory while one user sends camera checks without pause, most of which are refused: after each round, and at
// most. Environment: ORIEL_BENCH_SECONDS (20, of a round), ORIEL_BENCH_ROUNDS (3).
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startOriel } from '../kit/start-oriel.ts';

const seconds = Number(process.env.ORIEL_BENCH_SECONDS ?? 20);
const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 3);
const targetMb = 64;
const callers = 16;

const oriel = await startOriel({ isFirstStart: true });
try {
  const residentMb = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${oriel.pid}/status`, 'utf8'))?.[1]) / 1_024;
  const accountNo = 'keeper';
  const password = 'correct-horse-7-battery';
  const base = `${oriel.origin}/api/admin`;
  const call = async (path: string, body?: object, bearer?: string) => {
    const response = await fetch(base + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        origin: oriel.origin,
        'content-type': 'application/json',
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as { code: unknown; message: string; data: never };
  };
  await call('/setup', { code: oriel.setupCode?.code, accountNo, nickName: 'Keeper', password });
  const { token } = (await call('/login', { accountNo, password, rememberMe: false })).data as {
    token: string;
  };
  const { records } = (await call('/iot/camera/page', undefined, token)).data as {
    records: readonly { readonly id: string }[];
  };
  const id = records[0]?.id;
  if (!id) throw new Error('no camera was listed');

  let sent = 0;
  const codes = new Map<string, number>();
  const flood = async (until: number) => {
    while (performance.now() < until) {
      sent += 1;
      const source = { kind: 'rtsp', url: `rtsp://169.254.1.${sent % 250}/${sent}` };
      const { code } = await call('/iot/camera/check', { id, source }, token);
      codes.set(String(code), (codes.get(String(code)) ?? 0) + 1);
    }
  };
  // Compiled code and caches are there afterwards.
  await flood(performance.now() + 3_000);
  await delay(2_000);
  const before = residentMb();
  let most = before;
  for (let round = 1; round <= rounds; round += 1) {
    const until = performance.now() + seconds * 1_000;
    const calls = Array.from({ length: callers }, () => flood(until));
    while (performance.now() < until) {
      most = Math.max(most, residentMb());
      await delay(100);
    }
    await Promise.all(calls);
    console.log(`round ${round}: ${Math.round(residentMb() - before)} MB more, ${sent} checks in all`);
  }
  const grownMb = Math.round(most - before);
  console.log(`codes: ${[...codes].map(([code, count]) => `${code} ${count}`).join(', ')}`);
  console.log(`from ${Math.round(before)} to ${Math.round(most)} MB`);
  const result = { bench: 'refused-checks', value: grownMb, unit: 'MB more at most', target: targetMb };
  console.log(JSON.stringify({ ...result, ok: grownMb <= targetMb, peers: { sent } }));
} finally {
  await oriel.stop();
}
