'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/use-api.ts';
import { useSession } from '../../session/use-session.tsx';

export interface Profile {
  readonly userId: number;
  readonly userName: string;
  readonly nickName: string;
  readonly phonenumber: string;
  readonly email: string;
  readonly sex: '0' | '1' | '2';
  readonly avatar: string;
  readonly deptName: string | null;
  readonly roleNames: readonly string[];
  readonly postNames: readonly string[];
  readonly loginIp: string | null;
  readonly loginDate: string | null;
  readonly pwdUpdateDate: string | null;
  readonly createTime: string;
  readonly totpEnabled: boolean;
  readonly version: number;
}

export interface OwnSession {
  readonly id: string;
  readonly ipaddr: string;
  readonly browser: string;
  readonly os: string;
  readonly device: string;
  readonly rememberMe: boolean;
  readonly current: boolean;
  readonly loginTime: string;
  readonly lastAccess: string;
  readonly expiresAt: string;
}

const base = '/system/user/profile';
const keys = { profile: ['account', 'profile'], sessions: ['account', 'sessions'] } as const;

export function useProfile() {
  const api = useApi();
  return useQuery({
    queryKey: keys.profile,
    queryFn: ({ signal }) => api.get<Profile>(base, { signal, quiet: true }),
  });
}

export function useOwnSessions() {
  const api = useApi();
  return useQuery({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => api.get<readonly OwnSession[]>(`${base}/sessions`, { signal, quiet: true }),
  });
}

/** Refetches the profile and the current user, whose name and avatar the header shows. */
export function useAccountChanged() {
  const queries = useQueryClient();
  const { reload } = useSession();
  return async () => {
    await Promise.all([queries.invalidateQueries({ queryKey: keys.profile }), reload()]);
  };
}

export function useEndSession() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete(`${base}/sessions/${id}`),
    // Also after a failure: the session may have ended in the meantime.
    onSettled: () => queries.invalidateQueries({ queryKey: keys.sessions }),
  });
}
