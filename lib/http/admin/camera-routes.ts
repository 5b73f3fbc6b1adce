/** Calls of the camera pages besides those of their resources. */
import {
  applicationRotate,
  cameraCheck,
  cameraConnect,
  cameraPreview,
  cameraRemoveOnvif,
  cameraRemoveSource,
  cameraScenes,
  cameraSetOnvif,
  cameraSetSource,
  cameraSources,
  cameraStatus,
  cameraThumbnail,
  demoCameraAudio,
} from '../../contracts/admin/calls/camera.calls.ts';
import { broadcastPlay, wallOpen, wallPlay } from '../../contracts/admin/calls/wall.calls.ts';
import type { CameraPages } from '../../domain/console/camera-pages.ts';
import { type AdminRoute, bindAdminCall } from './admin-route.ts';

export function cameraRoutes({
  calls,
  check,
  connect,
  thumbnail,
  playedAudio,
  rotate,
  wall,
}: CameraPages): readonly AdminRoute[] {
  return [
    bindAdminCall(cameraSources, ({ params }, call) => calls.sources(call, params.id)),
    bindAdminCall(cameraSetSource, ({ params, body }, call) =>
      calls.setSource(call, params.id, params.profile, body),
    ),
    bindAdminCall(cameraRemoveSource, ({ params }, call) =>
      calls.removeSource(call, params.id, params.profile),
    ),
    bindAdminCall(cameraSetOnvif, ({ params, body }, call) => calls.setOnvif(call, params.id, body)),
    bindAdminCall(cameraRemoveOnvif, ({ params }, call) => calls.setOnvif(call, params.id, null)),
    bindAdminCall(cameraThumbnail, ({ params }, call) => thumbnail(call, params.id)),
    bindAdminCall(cameraScenes, async () => calls.scenes),
    bindAdminCall(cameraConnect, ({ body }, call) => {
      const { companyId = null, deptId, isEncrypt: isEncrypted, ...camera } = body;
      return connect(call, { ...camera, isEncrypted }, { companyId, deptId: deptId ?? undefined });
    }),
    bindAdminCall(cameraCheck, ({ body, locale }, call) => check(call, body, locale)),
    bindAdminCall(cameraStatus, ({ query, locale }, call) =>
      calls.status(call, query.ids === undefined ? null : query.ids.split(','), locale),
    ),
    bindAdminCall(cameraPreview, ({ body }, call) => calls.preview(call, body.id)),
    bindAdminCall(demoCameraAudio, ({ params }, call) => playedAudio(call, params.id)),
    bindAdminCall(wallPlay, ({ body }, call) => wall.play(call, body.ids)),
    bindAdminCall(wallOpen, ({ body }, call) => wall.openLink(call, body)),
    bindAdminCall(broadcastPlay, ({ body }, call) => wall.broadcast(call, body.ids)),
    bindAdminCall(applicationRotate, ({ body }, call) => rotate(call, body.id)),
  ];
}
