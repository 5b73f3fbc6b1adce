import { bootData } from './boot-data.tsx';

/** URL of a file that the server of the calls serves: another backend has its own paths. `written`: not empty. */
export function servedAddress(written: string): string {
  const { apiBase } = bootData();
  return written.startsWith('/') && !apiBase.startsWith('/') ? new URL(written, apiBase).href : written;
}
