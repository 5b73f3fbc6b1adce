import { describeEngine } from './engine-suite.ts';

describeEngine('WebCodecs over WebSocket', { kind: 'webcodecs', deniedCode: '10002' });

describeEngine('WebCodecs over HTTP, with shared memory for audio', {
  kind: 'webcodecs',
  options: { transport: 'http' },
  isolated: true,
  deniedCode: '10002',
});
