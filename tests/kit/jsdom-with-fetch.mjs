// jsdom with Node's fetch classes, which jsdom lacks. No request is sent: tests answer them.
import { TestEnvironment } from 'jest-environment-jsdom';

export default class JsdomWithFetch extends TestEnvironment {
  async setup() {
    await super.setup();
    // All from Node: its Response does not accept blobs, headers or signals of jsdom.
    Object.assign(this.global, { Request, Response, Headers, Blob, TextEncoder, setImmediate });
    // Used by popovers and scroll areas to measure themselves and the window.
    this.global.ResizeObserver ??= class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    this.global.matchMedia ??= (media) => ({
      media,
      matches: false,
      addEventListener() {},
      removeEventListener() {},
    });
  }
}
