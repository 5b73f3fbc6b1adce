import { describeRecording } from './recording-suite.ts';

describeRecording('flv');
