/** Values of `status`. */
export const versionStates = { draft: '0', published: '1', withdrawn: '2' } as const;

/** Values of `updateType`. */
export const updateTypes = { offered: '0', forced: '1', silent: '2' } as const;
