/** Base path of our own console API, whichever backend the pages are configured to use. */
export const consoleApiBase = '/api/admin';
