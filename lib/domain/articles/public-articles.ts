/** Published articles for readers, who have no session: the organisation is that of the installation. */

import type { z } from 'zod';
import type {
  publicArticles as listCall,
  publicArticle,
  publicCategories,
} from '../../contracts/admin/calls/cms.calls.ts';
import type { Db } from '../../db/client.ts';
import { contains } from '../../db/contains.ts';
import type { Engine } from '../../db/dialect.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import { notFound, tooOften } from '../errors/admin-error.ts';
import { callLimit } from '../limits/call-limit.ts';
import type { TenantZone } from '../resource/tenant-zone.ts';
import { cleanHtml } from '../system/clean-html.ts';
import { operatorScope } from '../tenancy/operator-scope.ts';
import { articleStates } from './article-states.ts';
import { categoryRows, pathTo, visibleBelow } from './category-tree.ts';
import type { ViewCounter } from './view-counter.ts';

type ListQuery = z.output<NonNullable<typeof listCall.query>>;
type List = z.input<NonNullable<typeof listCall.data>>;
type Whole = z.input<NonNullable<typeof publicArticle.data>>;
type Categories = z.input<NonNullable<typeof publicCategories.data>>;

const tooManyRequests = {
  'zh-CN': '访问过于频繁，请稍后再试',
  'en-US': 'Too many requests. Try again later.',
} as const;

const listColumns = [
  ...(['id', 'categoryId', 'title', 'cover', 'summary', 'author', 'source', 'tags'] as const),
  ...(['isTop', 'isHot', 'viewCount', 'publishAt'] as const),
] as const;

export function publicArticles(deps: {
  readonly db: Db;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly zoneOf: TenantZone;
  readonly views: Pick<ViewCounter, 'count'>;
}) {
  const { db, engine, clock, zoneOf, views } = deps;
  const scope = operatorScope;
  const isAdmitted = callLimit(clock, 'publicArticles');

  function admit(clientAddress: string): void {
    if (!isAdmitted(clientAddress)) throw tooOften(tooManyRequests);
  }

  /** Of these categories. */
  const published = (categoryIds: readonly number[]) =>
    db
      .selectFrom('article')
      .where('tenantId', '=', scope.tenantId)
      .where('status', '=', articleStates.published)
      .where('publishAt', '<=', clock.now())
      .where('categoryId', 'in', categoryIds.length > 0 ? [...categoryIds] : [0]);

  return {
    /** Throws 429. */
    async categories(clientAddress: string): Promise<Categories> {
      admit(clientAddress);
      const rows = await categoryRows(db, scope);
      return visibleBelow(rows).map(({ id, parentId, name }) => ({ id, parentId, name }));
    },

    /** Empty for a category that does not exist or is hidden. Throws 429. */
    async list(wanted: ListQuery, clientAddress: string): Promise<List> {
      admit(clientAddress);
      const { pageNum, pageSize, categoryId, keyword } = wanted;
      const rows = await categoryRows(db, scope);
      const visible = visibleBelow(rows).filter(
        ({ id }) => categoryId === undefined || pathTo(rows, id).some((above) => above.id === categoryId),
      );
      const found = published(visible.map(({ id }) => id)).$if(Boolean(keyword), (build) =>
        build.where(contains(engine, 'title', keyword ?? '')),
      );
      const { total } = await found
        .select((build) => build.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const articles = await found
        .select([...listColumns])
        .orderBy('isTop', 'desc')
        .orderBy('sort', 'desc')
        .orderBy('publishAt', 'desc')
        .orderBy('id', 'desc')
        .limit(pageSize)
        .offset((pageNum - 1) * pageSize)
        .execute();
      const zone = await zoneOf(scope.tenantId);
      const names = new Map(visible.map(({ id, name }) => [id, name]));
      return {
        records: articles.map((row) => shown(row, names.get(row.categoryId) ?? '', zone)),
        total: Number(total),
        pageNum,
        pageSize,
      };
    },

    /** Counts the view. Throws 404 for one that is unknown or not published, and 429. */
    async read(id: number, clientAddress: string): Promise<Whole> {
      admit(clientAddress);
      const visible = visibleBelow(await categoryRows(db, scope));
      const row = await published(visible.map((category) => category.id))
        .select([...listColumns, 'content', 'seoTitle', 'seoDesc'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) throw notFound();
      views.count(id);
      const name = visible.find((category) => category.id === row.categoryId)?.name ?? '';
      return {
        ...shown(row, name, await zoneOf(scope.tenantId)),
        content: cleanHtml(row.content),
        seoTitle: row.seoTitle ?? row.title,
        seoDesc: row.seoDesc ?? row.summary,
      };
    },
  };
}

interface StoredArticle {
  readonly id: number;
  readonly categoryId: number;
  readonly title: string;
  readonly cover: string | null;
  readonly summary: string | null;
  readonly author: string | null;
  readonly source: string | null;
  readonly tags: string;
  readonly isTop: string;
  readonly isHot: string;
  readonly viewCount: number;
  readonly publishAt: number | null;
}

function shown(row: StoredArticle, categoryName: string, zone: Zone): List['records'][number] {
  const { id, categoryId, title, cover, summary, author, source, viewCount } = row;
  return {
    ...{ articleId: id, categoryId, categoryName, title, cover, summary, author, source },
    tags: JSON.parse(row.tags) as string[],
    isTop: row.isTop === '1',
    isHot: row.isHot === '1',
    viewCount,
    publishTime: zone.text(Number(row.publishAt)),
  };
}
