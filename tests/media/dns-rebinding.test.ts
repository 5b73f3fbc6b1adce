/** The name of a camera that has a public address when it is checked, and one of this network when it is used. */
import { once } from 'node:events';
import { expect } from 'expect';
import { afterAll, beforeAll, it } from 'vitest';
import { buildChildProgram } from '../kit/child-program.ts';
import { describeInNamespace, NetworkNamespace } from '../kit/network-namespace.ts';
import type { RebindingResult } from '../kit/rebinding-process.ts';

/** Inside the namespace, which has no way out, every address is its own. */
const publicAddress = '93.184.216.34';
const forbidden = ['127.0.0.1', '10.0.0.7', '192.168.1.7', '169.254.169.254', '::1', 'fd00:ec2::254'];

describeInNamespace('the name of a camera whose address changes', () => {
  let network: NetworkNamespace;
  let results: readonly RebindingResult[];
  beforeAll(async () => {
    const { program, dispose } = await buildChildProgram(
      new URL('../kit/rebinding-process.ts', import.meta.url),
    );
    const extra = [publicAddress, ...forbidden].filter((each) => each !== '127.0.0.1' && each !== '::1');
    network = new NetworkNamespace({ addresses: extra, nameServer: '127.0.0.1' });
    try {
      const child = network.node(program, [publicAddress, ...forbidden]);
      [results] = (await once(child, 'message')) as [readonly RebindingResult[]];
    } finally {
      dispose();
    }
  });
  afterAll(() => network?.dispose());

  const of = (client: string) => results.filter((result) => result.client === client);

  it.each([
    ['RTSP', 'source.refused'],
    ['ONVIF', 'ptz.refused'],
  ])(
    'is resolved once per %s connection, and the connection uses the address that was checked',
    (client, refused) => {
      for (const result of of(client)) {
        expect(result).toMatchObject({
          outcomes: ['connected', refused],
          hits: { public: 2, forbidden: 0 },
          questions: 3,
        });
      }
      expect(of(client)).toHaveLength(forbidden.length);
    },
  );

  it('control: reaches this network with a client that checks a name and then connects to it', () => {
    const reached = of('a client that resolves twice').filter(({ hits }) => hits.forbidden > 0);
    expect(reached.length).toBeGreaterThan(0);
  });
});
