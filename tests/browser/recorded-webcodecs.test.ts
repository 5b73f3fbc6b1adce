import { describeRecordedEngine } from './recorded-engine-suite.ts';

describeRecordedEngine('recordings by WebCodecs', { kind: 'recorded', isExact: true });
