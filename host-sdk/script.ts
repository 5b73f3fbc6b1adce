/** The classic script: sets `window.Oriel`, even if a bundler turns it into a module. */
import * as Oriel from './index.ts';

Object.assign(globalThis, { Oriel });
