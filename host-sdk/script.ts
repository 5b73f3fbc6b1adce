/** The classic script: sets `window.Oriel`, also where a bundler makes a module of it. */
import * as Oriel from './index.ts';

Object.assign(globalThis, { Oriel });
