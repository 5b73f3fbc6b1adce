import * as matchers from '@testing-library/jest-dom/matchers';
import { configure } from '@testing-library/react';
import { expect } from 'expect';
import { afterAll } from 'vitest';

expect.extend(matchers);

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T> extends matchers.TestingLibraryMatchers<T, R> {}
}

// The library's default timeout of 1 s is too short on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// Files share a window: the next one finds it empty.
afterAll(() => {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
