// jsdom with Node's fetch classes: its own do not work with Node's Request and Response. No request is sent: tests
// answer them.
import { builtinEnvironments } from 'vitest/runtime';

const { jsdom } = builtinEnvironments;
const { Request, Response, Headers, Blob } = globalThis;

export default {
  ...jsdom,
  name: 'jsdom with fetch',
  async setup(global, options) {
    const { teardown } = await jsdom.setup(global, options);
    Object.assign(global, { Request, Response, Headers, Blob });
    // The frames of a page, which jsdom has as `window[0]`, `window[1]`, …
    for (const index of Array(8).keys())
      Object.defineProperty(global, index, { get: () => global.jsdom.window[index], configurable: true });
    // Used by popovers and scroll areas to measure themselves and the window.
    global.ResizeObserver ??= class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    global.matchMedia ??= (media) => ({
      media,
      matches: false,
      addEventListener() {},
      removeEventListener() {},
    });
    // Used by text areas that grow with their text.
    Object.defineProperty(global.document, 'fonts', {
      value: { addEventListener() {}, removeEventListener() {} },
    });
    return { teardown };
  },
};
