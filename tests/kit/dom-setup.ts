import * as matchers from '@testing-library/jest-dom/matchers';
import { configure } from '@testing-library/react';
import { expect } from 'expect';

expect.extend(matchers);

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T> extends matchers.TestingLibraryMatchers<T, R> {}
}

// The library's default timeout of 1 s is too short on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
