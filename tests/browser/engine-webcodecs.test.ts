import { describeEngine } from './engine-suite.ts';

describeEngine('WebCodecs over WebSocket', { kind: 'webcodecs', deniedCode: '10002' });
