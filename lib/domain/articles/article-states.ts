/** Values of `status`. */
export const articleStates = { draft: '0', pending: '1', published: '2', withdrawn: '3' } as const;
