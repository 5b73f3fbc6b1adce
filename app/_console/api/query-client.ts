import { QueryClient } from '@tanstack/react-query';

/** Answers are fresh for a moment, so that switching tabs asks nothing twice; the request wrapper reports failures. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5_000, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}
