import { QueryClient } from '@tanstack/react-query';

/** Data stays fresh briefly, so that switching tabs does not refetch. Failures are shown by the request wrapper. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5_000, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}
