import { expect } from 'expect';
import { it } from 'vitest';
import { cmsArticle } from '../../lib/contracts/admin/resources/cms-article.resource.ts';
import { cmsArticleCategory } from '../../lib/contracts/admin/resources/cms-article-category.resource.ts';
import type { ConsoleClient } from '../kit/console.ts';
import { expectCleanHtml } from '../kit/html-suite.ts';
import { describeResource } from '../kit/resource-suite.ts';
import { sampleImage } from '../kit/sample-images.ts';
import { signedUpload } from '../kit/signed-upload.ts';
import { describeSystem, describeSystemOnBoth, get, ok, outcome } from '../kit/system-console.ts';

let categoryId = 0;

describeResource(cmsArticleCategory, {
  body: (number) => ({ parentId: 0, name: `分类${number}`, sort: number, status: '0' }),
  change: { name: '改名', status: '1' },
  skipFields: ['parentId'],
});

describeResource(cmsArticle, {
  async prepare(app) {
    const root = await app.root();
    const body = { parentId: 0, name: '公司新闻', sort: 1, status: '0' };
    categoryId = ok(await root.call('POST', '/cms/article-category', { body })).id;
  },
  body: (number) => ({
    ...{ categoryId, title: `文章${number}`, content: '<p>正文</p>', tags: ['产品', '夏季'] },
    ...{ author: '张三', source: '公司', summary: '摘要', isTop: '1', sort: number },
  }),
  change: { title: '改名', isHot: '1', tags: [] },
  skipFields: ['categoryId', 'tags'],
});

describeSystemOnBoth('articles', (testConsole) => {
  const category = async (name: string, parentId = 0, status = '0'): Promise<number> =>
    ok(
      await testConsole().founder.call('POST', '/cms/article-category', {
        body: { parentId, name, sort: 1, status },
      }),
    ).id;
  const add = async (values: object, client: ConsoleClient = testConsole().founder): Promise<number> =>
    ok(
      await client.call('POST', '/cms/article', {
        body: { title: '新品', content: '<p>正文</p>', ...values },
      }),
    ).articleId;
  const act = (action: string, id: number, client: ConsoleClient = testConsole().founder) =>
    client.call('PUT', `/cms/article/${action}`, { body: { id } });
  const release = async (values: object): Promise<number> => {
    const id = await add(values);
    ok(await act('publish', id));
    return id;
  };
  const change = async (id: number, values: object, client: ConsoleClient = testConsole().founder) => {
    const { version } = await get(testConsole().founder, `/cms/article/${id}`);
    return client.call('PUT', '/cms/article', { body: { articleId: id, version, ...values } });
  };
  const read = (id: number) => testConsole().anonymous.call('GET', `/cms/public/article/${id}`);
  const list = async (query: Record<string, string> = {}) =>
    ok(await testConsole().anonymous.call('GET', '/cms/public/article', { query }));
  const ids = async (query: Record<string, string> = {}): Promise<number[]> =>
    (await list(query)).records.map(({ articleId }: { articleId: number }) => articleId);

  it('are drafts, pending, published and withdrawn; only published ones are read', async () => {
    const id = await add({ categoryId: await category('新闻') });
    const state = async () => [
      (await get(testConsole().founder, `/cms/article/${id}`)).status,
      (await read(id)).code,
      (await ids()).length,
    ];
    expect(await state()).toEqual(['0', 404, 0]);
    expect(outcome(await act('withdraw', id))).toEqual(['U0200', '文章没有发布']);
    expect(outcome(await act('reject', id))).toEqual(['U0200', '文章没有提交审核']);
    ok(await act('submit', id));
    expect(await state()).toEqual(['1', 404, 0]);
    ok(await act('reject', id));
    ok(await act('submit', id));
    ok(await act('publish', id));
    expect(await state()).toEqual(['2', 20001, 1]);
    expect(outcome(await act('publish', id))).toEqual(['U0200', '文章已发布']);
    expect(outcome(await testConsole().founder.call('DELETE', `/cms/article/${id}`))).toEqual([
      'U0200',
      '已发布的文章须先下架',
    ]);
    ok(await act('withdraw', id));
    expect(await state()).toEqual(['3', 404, 0]);
    ok(await testConsole().founder.call('DELETE', `/cms/article/${id}`));
    expect((await read(999_999)).code).toBe(404);
  });

  it('are published and, once they are, changed only with the permission to publish', async () => {
    const { signIn } = testConsole();
    const verbs = ['list', 'query', 'add', 'edit', 'remove'];
    const editor = await signIn({ permissions: verbs.map((verb) => `cms:article:${verb}`) });
    const id = await add({ categoryId: await category('新闻') }, editor);
    ok(await act('submit', id, editor));
    for (const action of ['publish', 'reject', 'withdraw']) {
      expect((await act(action, id, editor)).code).toBe(403);
    }
    ok(await change(id, { title: '改过' }, editor));
    ok(await act('publish', id));
    expect(outcome(await change(id, { title: '再改' }, editor))).toEqual([
      'U0200',
      '已发布的文章只能由有发布权限的用户修改',
    ]);
    ok(await change(id, { title: '再改' }));
  });

  it('appear at their time of publication, and have one when they are published without', async () => {
    const { founder, db, clock } = testConsole();
    const news = await category('新闻');
    const now = await release({ categoryId: news });
    const later = await release({ categoryId: news, publishTime: '2999-01-01 00:00:00' });
    expect(await ids()).toEqual([now]);
    expect((await read(later)).code).toBe(404);
    expect((await get(founder, `/cms/article/${now}`)).publishTime).toMatch(/^\d{4}-\d\d-\d\d /);
    await db.updateTable('article').set({ publishAt: clock.now() }).where('id', '=', later).execute();
    expect(await ids()).toEqual([later, now]);
    // A time that is removed later does not hide it.
    ok(await change(now, { publishTime: null }));
    expect((await read(now)).code).toBe(20001);
  });

  it('are listed by category with those below it, by title, in pages, pinned ones first', async () => {
    const [news, product] = [await category('新闻'), await category('产品')];
    const camera = await category('摄像机', product);
    const first = await release({ categoryId: news, title: '开业 100%' });
    const second = await release({ categoryId: camera, title: '新摄像机 Alpha' });
    const top = await release({ categoryId: product, title: '产品目录', isTop: '1' });
    const front = await release({ categoryId: news, title: '排在前面', sort: 9 });
    expect(await ids()).toEqual([top, front, second, first]);
    expect(await ids({ categoryId: String(product) })).toEqual([top, second]);
    expect(await ids({ categoryId: String(camera) })).toEqual([second]);
    expect(await ids({ categoryId: '999999' })).toEqual([]);
    expect(await ids({ keyword: 'alpha' })).toEqual([second]);
    expect(await ids({ keyword: '0%' })).toEqual([first]);
    expect(await ids({ keyword: '%' })).toEqual([first]);
    const page = await list({ pageNum: '2', pageSize: '3' });
    expect([page.total, page.records.length, page.records[0].articleId]).toEqual([4, 1, first]);
    expect((await testConsole().anonymous.call('GET', '/cms/public/article?pageSize=101')).code).toBe(40000);
  });

  it('of a disabled category, or below it, are hidden', async () => {
    const { founder, anonymous } = testConsole();
    const product = await category('产品');
    const camera = await category('摄像机', product);
    const id = await release({ categoryId: camera });
    const categories = async () => ok(await anonymous.call('GET', '/cms/public/category'));
    expect(await categories()).toEqual([
      { id: product, parentId: 0, name: '产品' },
      { id: camera, parentId: product, name: '摄像机' },
    ]);
    const body = { id: product, version: 1, status: '1' };
    ok(await founder.call('PUT', '/cms/article-category', { body }));
    expect([await categories(), await ids(), (await read(id)).code]).toEqual([[], [], 404]);
  });

  it('show readers nothing else, and 304 while they are unchanged', async () => {
    const { handle } = testConsole();
    const news = await category('新闻');
    const id = await release({
      ...{ categoryId: news, author: '张三', source: '公司', tags: ['夏季'], summary: '摘要' },
    });
    const answer = await read(id);
    const listed = {
      ...{ articleId: id, categoryId: news, categoryName: '新闻', title: '新品', cover: null },
      ...{ summary: '摘要', author: '张三', source: '公司', tags: ['夏季'], isTop: false, isHot: false },
      ...{ viewCount: 0, publishTime: expect.any(String) },
    };
    expect(ok(answer)).toEqual({ ...listed, content: '<p>正文</p>', seoTitle: '新品', seoDesc: '摘要' });
    expect((await list()).records).toEqual([listed]);
    const again = async () => {
      const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
      const url = `http://oriel.test/api/admin/cms/public/article/${id}`;
      return (await handle(new Request(url, { headers }))).status;
    };
    expect([answer.headers.get('cache-control'), await again()]).toEqual(['public, no-cache', 304]);
    await testConsole().adminConsole.articles.views.flush();
    expect(await again()).toBe(304);
    ok(await change(id, { title: '改名' }));
    expect(await again()).toBe(200);
  });

  it('count views without a write for each of them', async () => {
    const { db, clock } = testConsole();
    const news = await category('新闻');
    const [one, two] = [await release({ categoryId: news }), await release({ categoryId: news })];
    const { version } = await get(testConsole().founder, `/cms/article/${one}`);
    for (let count = 0; count < 5; count += 1) ok(await read(one));
    ok(await read(two));
    const views = async () =>
      (await db.selectFrom('article').select('viewCount').orderBy('id').execute()).map(
        ({ viewCount }) => viewCount,
      );
    expect(await views()).toEqual([0, 0]);
    await clock.advance(10_000);
    await testConsole().adminConsole.articles.views.flush();
    expect(await views()).toEqual([5, 1]);
    expect((await get(testConsole().founder, `/cms/article/${one}`)).version).toBe(version);
  });

  it('keep their images; the cover is an uploaded one', async () => {
    const { founder, db } = testConsole();
    const image = await sampleImage('png');
    const { url } = ok(await signedUpload(founder, { ...image, bytes: Uint8Array.from(image.bytes) }));
    const news = await category('新闻');
    const id = await add({ categoryId: news, cover: url, content: `<p><img src="${url}"></p>` });
    const uses = () => db.selectFrom('uploadUse').select(['bizType', 'bizId']).execute();
    expect(await uses()).toEqual([{ bizType: 'cms.article', bizId: String(id) }]);
    ok(await change(id, { content: '' }));
    expect(await uses()).toHaveLength(1);
    ok(await change(id, { cover: null }));
    expect(await uses()).toEqual([]);
    for (const cover of ['https://elsewhere.example/a.png', 'javascript:alert(1)']) {
      const answer = await founder.call('POST', '/cms/article', {
        body: { title: 'x', categoryId: news, cover },
      });
      expect(outcome(answer)).toEqual([40000, '封面须为已上传的图片']);
    }
  });

  it('have sanitized HTML when written and when read, and titles that are text', async () => {
    const { founder, db } = testConsole();
    const news = await category('新闻');
    const title = '<img src=x onerror=alert(1)>';
    let id = 0;
    const column = () => db.selectFrom('article').select('content').where('id', '=', id);
    await expectCleanHtml({
      async write(content) {
        id = await release({ categoryId: news, title, content });
      },
      stored: async () => (await column().executeTakeFirstOrThrow()).content,
      async overwrite(content) {
        await db.updateTable('article').set({ content }).where('id', '=', id).execute();
      },
      read: async () => [ok(await read(id)).content, (await get(founder, `/cms/article/${id}`)).content],
    });
    expect((await list()).records[0].title).toBe(title);
  });

  it('belong to categories that cannot be deleted meanwhile', async () => {
    const { founder } = testConsole();
    const product = await category('产品');
    const camera = await category('摄像机', product);
    const id = await add({ categoryId: camera });
    const remove = (...of: number[]) => founder.call('DELETE', `/cms/article-category/${of.join()}`);
    expect(outcome(await remove(product))).toEqual(['U0200', '存在下级分类，不能删除']);
    expect(outcome(await remove(camera))).toEqual(['U0200', '分类下有文章，不能删除']);
    expect(outcome(await remove(product, camera))).toEqual(['U0200', '分类下有文章，不能删除']);
    ok(await founder.call('DELETE', `/cms/article/${id}`));
    ok(await remove(product, camera));
    expect(
      (await founder.call('POST', '/cms/article', { body: { title: 'x', categoryId: camera } })).code,
    ).toBe(40000);
  });
});

describeSystem('categories of articles', (testConsole) => {
  const send = (values: object) =>
    testConsole().founder.call('POST', '/cms/article-category', {
      body: { parentId: 0, name: '产品', sort: 1, status: '0', ...values },
    });

  it('have names of their own below one parent, and at most five levels without circles', async () => {
    const { founder } = testConsole();
    const levels = [ok(await send({})).id];
    expect(outcome(await send({}))).toEqual(['U0210', '同一上级分类下已有此名称']);
    for (let level = 2; level <= 5; level += 1) levels.push(ok(await send({ parentId: levels.at(-1) })).id);
    expect(outcome(await send({ parentId: levels.at(-1) }))).toEqual([40000, '分类最多 5 级']);
    expect((await send({ parentId: 999_999 })).code).toBe(40000);
    const move = (id: number, parentId: number) =>
      founder.call('PUT', '/cms/article-category', { body: { id, version: 1, parentId } });
    expect((await move(levels[0], levels[2])).code).toBe(40000);
    const other = ok(await send({ name: '新闻' })).id;
    expect(outcome(await move(levels[0], other))).toEqual([40000, '分类最多 5 级']);
    ok(await move(levels[2], other));
  });
});
