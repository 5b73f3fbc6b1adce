import { configure } from '@testing-library/react';

// What a test waits for comes within milliseconds on a quiet machine. One second, as the library has it, is too short
// on a busy one, where nobody looks a second time.
configure({ asyncUtilTimeout: 10_000 });
