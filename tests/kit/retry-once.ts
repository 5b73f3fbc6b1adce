import { jest } from '@jest/globals';

// Tests with real clocks, decoders and browsers share a few cores with whatever else the machine does. A failure is
// told in any case; only a test that fails twice fails the run.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

// Longer than the few waits of 30 s that a test may need on a busy machine: so it is the step that fails and is named,
// not the test.
jest.setTimeout(120_000);
