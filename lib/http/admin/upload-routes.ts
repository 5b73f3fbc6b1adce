/** Uploading and displaying images. */
import { upload, uploadedFile } from '../../contracts/admin/calls/upload.calls.ts';
import type { Uploads } from '../../domain/uploads/upload.service.ts';
import { type AdminRoute, bindAdminCall, bindOpenCall } from './admin-route.ts';
import { imageResponse } from './image-response.ts';

export function uploadRoutes(uploads: Uploads): readonly AdminRoute[] {
  return [
    bindAdminCall(upload, ({ file }, context) => uploads.take(context, file)),
    bindOpenCall(uploadedFile, async ({ params, responseHeaders }) => {
      const { year, month, day, name } = params;
      return imageResponse(await uploads.read(`${year}/${month}/${day}/${name}`), name, responseHeaders);
    }),
  ];
}
