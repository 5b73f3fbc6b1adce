// `globalTeardown`: see `start-databases.mjs`.
export default async function stopDatabases() {
  await globalThis.stopOrielDatabases?.();
}
