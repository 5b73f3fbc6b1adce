/** Articles and their categories: in the console, and for readers. */
import { fieldNames } from '../../contracts/admin/resource-schema.ts';
import { cmsArticle } from '../../contracts/admin/resources/cms-article.resource.ts';
import type { cmsArticleCategory } from '../../contracts/admin/resources/cms-article-category.resource.ts';
import type { ColumnNames, RowOf, WrittenOf } from '../../contracts/admin/row-types.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Logger } from '../../kernel/logger.ts';
import { refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceChange } from '../resource/server-resource.ts';
import { type TableService, tableService } from '../resource/table-service.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { articleBinding } from './article-binding.ts';
import { articleStates } from './article-states.ts';
import { categoryBinding } from './category-binding.ts';
import { publicArticles } from './public-articles.ts';
import { ViewCounter } from './view-counter.ts';

type Definition = typeof cmsArticle;
type Article = RowOf<Definition>;
type Written = WrittenOf<Definition>;

export type ArticleAction = 'submit' | 'publish' | 'reject' | 'withdraw';

export interface Articles {
  readonly articles: TableService<Definition>;
  readonly categories: TableService<typeof cmsArticleCategory>;
  readonly forReaders: ReturnType<typeof publicArticles>;
  readonly views: ViewCounter;
  /** Throws 404, and U0200 for an article in another state than the action expects. */
  act(call: CallContext, action: ArticleAction, id: number): Promise<void>;
  /** Safe to call twice. */
  stop(): void;
}

const { draft, pending, published, withdrawn } = articleStates;
const steps: Readonly<
  Record<
    ArticleAction,
    { readonly from: readonly string[]; readonly to: Written['status']; readonly no: LocalText }
  >
> = {
  submit: {
    from: [draft, withdrawn],
    to: pending,
    no: {
      'zh-CN': '只有草稿和已下架的文章可以提交审核',
      'en-US': 'Only drafts and withdrawn articles can be submitted',
    },
  },
  publish: {
    from: [draft, pending, withdrawn],
    to: published,
    no: { 'zh-CN': '文章已发布', 'en-US': 'The article is already published' },
  },
  reject: {
    from: [pending],
    to: draft,
    no: { 'zh-CN': '文章没有提交审核', 'en-US': 'The article was not submitted' },
  },
  withdraw: {
    from: [published],
    to: withdrawn,
    no: { 'zh-CN': '文章没有发布', 'en-US': 'The article is not published' },
  },
};

/** Lists omit the text: a page of them could be megabytes. */
const listed: readonly ColumnNames<Definition>[] = [
  ...fieldNames(cmsArticle).filter((name) => name !== 'content'),
  ...(['version', 'updateBy', 'updateTime'] as const),
];

export function createArticles(deps: ResourceDeps & { readonly log: Logger }): Articles {
  const { clock } = deps;
  const { db } = deps.database;
  const zoneOf = tenantZone(deps);
  const binding = articleBinding(deps);
  const table = tableService(deps, binding);
  const views = new ViewCounter({ db, clock, log: deps.log });

  /** The same rows, changed by an action. */
  const changedBy = (action: ArticleAction) => {
    const { from, to, no } = steps[action];
    const update = ({ zone }: ResourceChange, row: Article): Written => {
      if (!from.includes(String(row.status))) throw refused(no);
      // Without a time of its own, it is published now, and keeps this time later.
      const isTimed = action !== 'publish' || row.publishTime != null;
      return { status: to, ...(isTimed ? {} : { publishTime: zone.text(clock.now()) }) };
    };
    return tableService(deps, { ...binding, before: { update } });
  };
  const services = {
    submit: changedBy('submit'),
    publish: changedBy('publish'),
    reject: changedBy('reject'),
    withdraw: changedBy('withdraw'),
  };

  return {
    articles: {
      ...table,
      page: (call, query) => table.page(call, { ...query, columns: query.columns ?? listed }),
    },
    categories: tableService(deps, categoryBinding()),
    forReaders: publicArticles({ db, engine: deps.database.engine, clock, zoneOf, views }),
    views,
    act: (call, action, id) => services[action].update(call, id, {}, null),
    stop: () => views.stop(),
  };
}
