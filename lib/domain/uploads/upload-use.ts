/** Which rows use which images. Written with the row, in the same transaction. */
import { pathOfUpload } from '../../contracts/admin/upload-address.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { invalid } from '../errors/admin-error.ts';
import type { Change } from '../resource/server-resource.ts';

/** Use of a file that was uploaded to be kept. It does not protect the file from being removed by hand. */
export const keptInLibrary = { bizType: 'infra.file', bizId: 'library' } as const;

export interface ImageHolder {
  /** Key of the resource. */
  readonly bizType: string;
  readonly bizId: string;
  /** Field for the error when an image is missing. */
  readonly field: string;
}

/** Images in sanitised HTML, which contains only uploaded ones. */
export function imagesIn(html: string): readonly string[] {
  return [...html.matchAll(/<img\b[^>]*? src="([^"]*)"/g)].flatMap(([, src = '']) => pathOfUpload(src) ?? []);
}

/**
 * Sets the images that the row uses. `paths` may contain duplicates. Throws 40000 when an image does not exist: it was
 * deleted meanwhile or belongs to another organisation.
 */
export async function setUsedImages(
  { call, transaction }: Change,
  { bizType, bizId, field }: ImageHolder,
  paths: readonly string[],
  now: EpochMs,
): Promise<void> {
  const { tenantId } = call.actor.scope;
  const wanted = [...new Set(paths)];
  const before = await transaction
    .selectFrom('uploadUse')
    .select('uploadId')
    .where('tenantId', '=', tenantId)
    .where('bizType', '=', bizType)
    .where('bizId', '=', bizId)
    .execute();
  if (wanted.length === 0 && before.length === 0) return;
  const found =
    wanted.length === 0
      ? []
      : await transaction
          .selectFrom('upload')
          .select('id')
          .where('tenantId', '=', tenantId)
          .where('path', 'in', wanted)
          .execute();
  if (found.length < wanted.length) throw invalid([{ path: field, message: gone }]);
  const [usedIds, wantedIds] = [before.map(({ uploadId }) => uploadId), found.map(({ id }) => id)];
  const added = wantedIds.filter((id) => !usedIds.includes(id));
  const dropped = usedIds.filter((id) => !wantedIds.includes(id));
  if (dropped.length > 0) {
    await transaction
      .deleteFrom('uploadUse')
      .where('tenantId', '=', tenantId)
      .where('bizType', '=', bizType)
      .where('bizId', '=', bizId)
      .where('uploadId', 'in', dropped)
      .execute();
  }
  if (added.length + dropped.length === 0) return;
  // Touched before they are linked, because cleanup checks this time again. A released image is kept for a day.
  const touched = await transaction
    .updateTable('upload')
    .set({ usedAt: now })
    .where('tenantId', '=', tenantId)
    .where('id', 'in', [...added, ...dropped])
    .returning('id')
    .execute();
  if (touched.length < added.length + dropped.length) throw invalid([{ path: field, message: gone }]);
  if (added.length === 0) return;
  await transaction
    .insertInto('uploadUse')
    .values(added.map((uploadId) => ({ tenantId, uploadId, bizType, bizId })))
    .execute();
}

const gone: LocalText = {
  'zh-CN': '有图片已失效，请删除后重新上传',
  'en-US': 'An image is no longer available. Remove it and upload it again.',
};
