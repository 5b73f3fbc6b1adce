import { systemPost } from '../../../contracts/admin/resources/system-post.resource.ts';
import { systemUser } from '../../../contracts/admin/resources/system-user.resource.ts';
import { assigned } from '../../resource/rows-in-use.ts';
import type { ServerResource } from '../../resource/server-resource.ts';

export function postBinding(): ServerResource<typeof systemPost> {
  return {
    definition: systemPost,
    table: 'post',
    isSerialized: true,
    dataScope: 'none',
    isSoftDeleted: true,
    before: {
      async remove({ call, transaction }, rows) {
        for (const { postId, postName } of rows) {
          const { count } = await transaction
            .selectFrom('userPost')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('tenantId', '=', call.actor.scope.tenantId)
            .where('postId', '=', postId)
            .executeTakeFirstOrThrow();
          if (Number(count) > 0)
            throw assigned(call, postName, {
              resource: systemUser,
              count: Number(count),
              query: { postIds: String(postId) },
            });
        }
      },
    },
  };
}
