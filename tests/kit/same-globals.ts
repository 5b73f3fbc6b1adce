/**
 * Setup of parts whose files share a process: a file finds the globals and environment variables that the process
 * started with, whatever the files before it have set.
 */
import { afterAll } from 'vitest';

const globals = Object.getOwnPropertyDescriptors(globalThis);
const environment = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(Object.getOwnPropertyDescriptors(globalThis))) {
    if (!(name in globals)) Reflect.deleteProperty(globalThis, name);
  }
  for (const [name, descriptor] of Object.entries(globals)) {
    const now = Object.getOwnPropertyDescriptor(globalThis, name);
    const isSame = now !== undefined && now.value === descriptor.value && now.get === descriptor.get;
    if (!isSame) Reflect.defineProperty(globalThis, name, descriptor);
  }
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
