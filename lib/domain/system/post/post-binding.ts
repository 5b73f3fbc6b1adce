import { systemPost } from '../../../contracts/admin/resources/system-post.resource.ts';
import { refused } from '../../errors/admin-error.ts';
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
        const used = await transaction
          .selectFrom('userPost')
          .innerJoin('post', 'post.id', 'userPost.postId')
          .select('post.postName')
          .where('userPost.tenantId', '=', call.actor.scope.tenantId)
          .where(
            'userPost.postId',
            'in',
            rows.map(({ postId }) => postId),
          )
          .limit(1)
          .executeTakeFirst();
        if (!used) return;
        const { postName } = used;
        throw refused({
          'zh-CN': `${postName}已分配，不能删除`,
          'en-US': `${postName} is assigned to users and cannot be deleted`,
        });
      },
    },
  };
}
