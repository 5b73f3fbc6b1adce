/** Pictures are brought, and looked at. */
import { upload, uploadedFile } from '../../contracts/admin/calls/upload.calls.ts';
import type { Uploads } from '../../domain/uploads/upload.service.ts';
import { type AdminRoute, bindAdminCall, bindOpenCall } from './admin-route.ts';
import { pictureAnswer } from './picture-answer.ts';

export function uploadRoutes(uploads: Uploads): readonly AdminRoute[] {
  return [
    bindAdminCall(upload, ({ file }, context) => uploads.take(context, file)),
    bindOpenCall(uploadedFile, async ({ params, answerHeaders }) => {
      const { year, month, day, name } = params;
      return pictureAnswer(await uploads.read(`${year}/${month}/${day}/${name}`), name, answerHeaders);
    }),
  ];
}
