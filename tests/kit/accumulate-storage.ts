/** A file storage that keeps everything in the worker's memory: the control for tests of flat memory use. */
const kept: Uint8Array[] = [];
const file = {
  createSyncAccessHandle: async () => ({
    write(data: Uint8Array): number {
      kept.push(data.slice());
      return data.length;
    },
    close() {},
  }),
  getFile: async () => new File([new Uint8Array(8)], 'accumulated'),
};
const folder = {
  async *keys() {},
  getFileHandle: async () => file,
  removeEntry: async () => {},
};
Object.defineProperty(navigator.storage, 'getDirectory', {
  value: async () => ({ getDirectoryHandle: async () => folder }),
});
