/** Calls of articles besides those of their resources. */
import * as cms from '../../contracts/admin/calls/cms.calls.ts';
import type { ArticleAction, Articles } from '../../domain/articles/articles.ts';
import { etagOf } from '../../domain/system/dict/dict.service.ts';
import { type AdminRoute, bindAdminCall, bindOpenCall } from './admin-route.ts';

/** The same for everybody, and revalidated each time, so that a withdrawn article disappears at once. */
function revalidated<Answer>(headers: Headers, answer: Answer, compared: unknown = answer): Answer {
  headers.set('cache-control', 'public, no-cache');
  headers.set('etag', etagOf(compared));
  return answer;
}

export function cmsRoutes({ forReaders, act }: Articles): readonly AdminRoute[] {
  const acting = (call: typeof cms.publishArticle, action: ArticleAction) =>
    bindAdminCall(call, async ({ body }, context) => {
      await act(context, action, body.id);
      return null;
    });
  return [
    bindOpenCall(cms.publicCategories, async ({ address, responseHeaders }) =>
      revalidated(responseHeaders, await forReaders.categories(address)),
    ),
    bindOpenCall(cms.publicArticles, async ({ query, address, responseHeaders }) =>
      revalidated(responseHeaders, await forReaders.list(query, address)),
    ),
    bindOpenCall(cms.publicArticle, async ({ params, address, responseHeaders }) => {
      const article = await forReaders.read(params.id, address);
      // Views alone are no change: every reader adds one.
      return revalidated(responseHeaders, article, { ...article, viewCount: 0 });
    }),
    acting(cms.submitArticle, 'submit'),
    acting(cms.publishArticle, 'publish'),
    acting(cms.rejectArticle, 'reject'),
    acting(cms.withdrawArticle, 'withdraw'),
  ];
}
