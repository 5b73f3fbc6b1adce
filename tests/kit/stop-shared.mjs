// `globalTeardown`: see `start-shared.mjs`.
export default async function stopShared() {
  await globalThis.stopOrielShared?.();
}
