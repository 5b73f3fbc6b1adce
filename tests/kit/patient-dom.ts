import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/react';

// What a test waits for comes within milliseconds on a quiet machine. One second, as the library has it, is too short
// on a busy one, where a failed test is not repeated.
configure({ asyncUtilTimeout: 10_000 });
