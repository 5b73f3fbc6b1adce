'use client';
import { useQuery } from '@tanstack/react-query';
import type {
  cameraCheck,
  cameraSources,
  cameraStatus,
} from '../../../../lib/contracts/admin/calls/camera.calls.ts';
import type { DataOf } from '../../api/data-of.ts';
import { api } from '../../api/request.ts';

export type CameraSources = DataOf<typeof cameraSources>;
export type CameraCheck = DataOf<typeof cameraCheck>;
export type CameraStatus = DataOf<typeof cameraStatus>;
export type Profile = 'main' | 'sub';
/** How a camera sends its media. */
export type Transport = CameraSources['sources'][number]['transport'];
export type SourceInput =
  | {
      readonly kind: 'rtsp';
      readonly url?: string;
      readonly username?: string;
      readonly password?: string;
      readonly transport?: Transport;
    }
  | { readonly kind: 'demo'; readonly scene: string };

export const sourcesKey = (id: string) => ['iot.camera', 'sources', id] as const;

export function useSources(id: string) {
  return useQuery({
    queryKey: sourcesKey(id),
    queryFn: ({ signal }) => api.get<CameraSources>(`/iot/camera/${id}/sources`, { signal, quiet: true }),
    staleTime: 0,
  });
}

/** Scenes of the demo source. */
export function useScenes() {
  const { data = [] } = useQuery({
    queryKey: ['iot.camera', 'scenes'],
    queryFn: ({ signal }) => api.get<readonly string[]>('/iot/camera/scenes', { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

const statusEveryMs = 5_000;

/** Running streams of these cameras; polled while the page is visible. */
export function useCameraStatus(ids: readonly string[]) {
  return useQuery({
    queryKey: ['iot.camera', 'status', ids],
    queryFn: ({ signal }) =>
      api.get<CameraStatus>('/iot/camera/status', { query: { ids: ids.join(',') }, signal, quiet: true }),
    enabled: ids.length > 0,
    refetchInterval: statusEveryMs,
  });
}
