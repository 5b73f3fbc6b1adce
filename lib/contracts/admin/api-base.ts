/** Where our own calls of the console are, whatever backend its pages are told to use. */
export const consoleApiBase = '/api/admin';
