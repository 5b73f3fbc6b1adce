/** Uploading and serving files. */
import { ossSignature, ossUpload, upload, uploadedFile } from '../../contracts/admin/calls/upload.calls.ts';
import type { Uploads } from '../../domain/uploads/upload.service.ts';
import { type AdminRoute, bindAdminCall, bindOpenCall } from './admin-route.ts';
import { isShown, storedResponse } from './stored-response.ts';

export function uploadRoutes(uploads: Uploads): readonly AdminRoute[] {
  return [
    bindAdminCall(upload, ({ file }, context) => uploads.take(context, file)),
    bindAdminCall(ossSignature, ({ query }, context) => uploads.sign(context, query)),
    bindAdminCall(ossUpload, ({ body, file }, context) => uploads.receive(context, body, file)),
    bindOpenCall(uploadedFile, async ({ params, responseHeaders }) => {
      const { year, month, day, name } = params;
      const file = await uploads.read(`${year}/${month}/${day}/${name}`);
      return storedResponse(file, isShown(file.contentType) ? name : file.name, responseHeaders);
    }),
  ];
}
