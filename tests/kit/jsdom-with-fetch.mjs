// jsdom, with the answers of Node's fetch, which jsdom leaves out. No call ever leaves: tests answer them.
import { TestEnvironment } from 'jest-environment-jsdom';

export default class JsdomWithFetch extends TestEnvironment {
  async setup() {
    await super.setup();
    // One family: Node's answers take no blobs, headers or signals of jsdom.
    Object.assign(this.global, { Request, Response, Headers, Blob, setImmediate });
    // Popovers and scroll areas measure themselves and look at the window.
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
