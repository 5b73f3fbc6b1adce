import { expect } from 'expect';
import { beforeEach, describe, it } from 'vitest';
import { RequestLimiter } from '../../lib/media/playback/request-limits.ts';
import { FakeClock } from '../kit/fake-clock.ts';

let clock: FakeClock;
let limiter: RequestLimiter;

beforeEach(() => {
  clock = new FakeClock();
  limiter = new RequestLimiter({ ofGrant: 2, ofOrganisation: 3, inAll: 3 }, clock);
});

/** The outcome so far. */
function entered(grantId: string, signal = new AbortController().signal, tenantId = 'tenant') {
  const request = { state: 'waits', release: () => {} };
  limiter.enter({ grantId, tenantId }, signal).then(
    (release) => {
      request.state = release ? 'runs' : 'refused';
      if (release) request.release = release;
    },
    () => {
      request.state = 'left';
    },
  );
  return request;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const states = async (requests: readonly { readonly state: string }[]) => {
  await settled();
  return requests.map(({ state }) => state);
};

describe('requests for recordings', () => {
  it('run up to the limit of their grant, and up to that of all', async () => {
    const requests = ['a', 'a', 'a', 'b', 'b', 'c'].map((grant) => entered(grant));
    expect(await states(requests)).toEqual(['runs', 'runs', 'waits', 'runs', 'waits', 'waits']);
  });

  it('that wait are run when a place is free, first those of the grant with the fewest', async () => {
    const running = [entered('a'), entered('a'), entered('b')];
    const waiting = ['a', 'b', 'c', 'a'].map((grant) => entered(grant));
    await settled();
    running[0]!.release();
    // A place that is given back twice is one place.
    running[0]!.release();
    expect(await states(waiting)).toEqual(['waits', 'waits', 'runs', 'waits']);
    running[2]!.release();
    expect(await states(waiting)).toEqual(['waits', 'runs', 'runs', 'waits']);
    running[1]!.release();
    expect(await states(waiting)).toEqual(['runs', 'runs', 'runs', 'waits']);
  });

  it('are refused after 2 s, and at once if too many wait, of a grant or in all', async () => {
    const [first, ...rest] = Array.from({ length: 2 + 9 }, () => entered('a'));
    expect(await states(rest)).toEqual(['runs', ...Array(8).fill('waits'), 'refused']);
    const others = ['b', 'c', 'd', 'e', 'f', 'g'].map((grant) => entered(grant));
    expect(await states(others)).toEqual(['runs', 'waits', 'waits', 'waits', 'waits', 'refused']);
    await clock.advance(1_999);
    expect((await states(rest)).filter((state) => state === 'refused')).toHaveLength(1);
    await clock.advance(1);
    expect((await states(rest)).filter((state) => state === 'refused')).toHaveLength(9);
    first!.release();
    expect(await states([entered('a')])).toEqual(['runs']);
  });

  it('that are given up wait no longer, and take no place', async () => {
    const running = entered('a');
    entered('a');
    const gone = new AbortController();
    const left = entered('a', gone.signal);
    const next = entered('a');
    gone.abort();
    expect(await states([left, next])).toEqual(['left', 'waits']);
    running.release();
    expect(await states([left, next, entered('b', gone.signal)])).toEqual(['left', 'runs', 'left']);
  });
});

describe('requests of an organisation with many grants', () => {
  const ask = (grantId: string, tenantId: string) => entered(grantId, undefined, tenantId);
  beforeEach(() => {
    limiter = new RequestLimiter({ ofGrant: 2, ofOrganisation: 3, inAll: 5 }, clock);
  });

  it('leave places to other organisations', async () => {
    const many = Array.from({ length: 6 }, (_, at) => ask(`grant ${at}`, 'many'));
    const other = [ask('a', 'other'), ask('b', 'other'), ask('c', 'third')];
    expect(await states(many)).toEqual([...Array(3).fill('runs'), ...Array(3).fill('waits')]);
    expect(await states(other)).toEqual(['runs', 'runs', 'waits']);
  });

  it('wait behind those of organisations with fewer places, whoever came first', async () => {
    const many = Array.from({ length: 5 }, (_, at) => ask(`grant ${at}`, 'many'));
    const other = [ask('a', 'other'), ask('a', 'other'), ask('b', 'other'), ask('c', 'third')];
    await settled();
    many[0]!.release();
    expect(await states([...many.slice(3), ...other.slice(2)])).toEqual(['waits', 'waits', 'waits', 'runs']);
    other[0]!.release();
    expect(await states([...many.slice(3), other[2]!])).toEqual(['waits', 'waits', 'runs']);
    many[1]!.release();
    expect(await states(many.slice(3))).toEqual(['runs', 'waits']);
  });

  it('leave room to wait, too', async () => {
    const many = Array.from({ length: 40 }, (_, at) => ask(`grant ${at}`, 'many'));
    expect((await states(many)).filter((state) => state === 'waits')).toHaveLength(3 * 4);
    const other = Array.from({ length: 4 }, (_, at) => ask(`other ${at}`, 'other'));
    expect(await states(other)).toEqual(['runs', 'runs', 'waits', 'waits']);
  });
});
