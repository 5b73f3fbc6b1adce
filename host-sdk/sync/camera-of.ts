/** Serial and channel of an address. */
export const cameraOf = (url = '') => /\/\/[^/]*\/([^/]+\/\d+)/.exec(url)?.[1];
