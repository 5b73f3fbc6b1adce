import { describeRecordedEngine } from './recorded-engine-suite.ts';

describeRecordedEngine('recordings by hls.js', { kind: 'hls', isExact: false });
