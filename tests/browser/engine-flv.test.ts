import { describeEngine } from './engine-suite.ts';

describeEngine('Media Source over WebSocket', { kind: 'flv', deniedCode: '10002' });
