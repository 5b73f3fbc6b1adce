import { jest } from '@jest/globals';
import { configure } from '@testing-library/react';

// What a test waits for comes within milliseconds on a quiet machine. One second, as the library has it, is too short
// on a busy one, where nobody looks a second time.
configure({ asyncUtilTimeout: 10_000 });

// A limit for what hangs: the largest forms take seconds on a quiet machine, and half a minute on a busy one.
jest.setTimeout(120_000);
