/** The server of `ResourcePage` in jsdom: rows in memory. */
import { fakeResourceApi } from './fake-resource-api.ts';

export const { world, api, download } = fakeResourceApi();
/** Signed in, unless a test changes it. */
export const bearer = { hasToken: true };
