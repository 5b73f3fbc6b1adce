/** Templates of messages. */
import { feedbackTemplate } from '../../contracts/admin/resources/feedback-template.resource.ts';
import type { WrittenOf } from '../../contracts/admin/row-types.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { invalid, type LocalFieldError, notFound, refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import { type TableService, tableService } from '../resource/table-service.ts';
import { cleanHtml } from '../system/clean-html.ts';
import { imagesIn, setUsedImages } from '../uploads/upload-use.ts';
import { fillHtml, fillText, parametersIn } from './template-text.ts';

type Definition = typeof feedbackTemplate;

const maxParameters = 20;
const maxTitle = 50;

const texts = {
  missing: { 'zh-CN': '请填写此参数', 'en-US': 'Enter this parameter' },
  unknown: { 'zh-CN': '模板没有此参数', 'en-US': 'The template has no such parameter' },
  long: {
    'zh-CN': '填写后的标题超过 50 个字符',
    'en-US': 'With these values the title has more than 50 characters',
  },
  disabled: { 'zh-CN': '模板已停用', 'en-US': 'The template is disabled' },
  many: { 'zh-CN': '参数最多 20 个', 'en-US': 'At most 20 parameters' },
} as const satisfies Record<string, LocalText>;

export interface TemplateResource {
  readonly service: TableService<Definition>;
  /** Throws 404, U0200 for a disabled template, and 40000 for missing, unknown and too long values. */
  fill(
    call: CallContext,
    id: number,
    params: Readonly<Record<string, string>>,
  ): Promise<{ title: string; content: string }>;
}

export function templateResource(deps: ResourceDeps): TemplateResource {
  const { database, clock } = deps;
  const holderOf = (id: number) => ({ bizType: feedbackTemplate.key, bizId: String(id), field: 'content' });

  function prepared<Values extends WrittenOf<Definition>>(
    values: Values,
    stored: { readonly title?: string | null; readonly content?: string | null } = {},
  ) {
    const content = 'content' in values ? { content: cleanHtml(values.content ?? '') } : {};
    const title = values.title ?? stored.title ?? '';
    const params = parametersIn(title, content.content ?? stored.content ?? '');
    if (params.length > maxParameters) throw invalid([{ path: 'content', message: texts.many }]);
    return { ...values, ...content, params };
  }

  const service = tableService(deps, {
    definition: feedbackTemplate,
    table: 'messageTemplate',
    dataScope: 'none',
    madeWith: () => ({ content: '', params: '[]' }),
    before: {
      create: (_change, values) => prepared(values),
      update: (_change, row, values) => prepared(values, row),
    },
    after: {
      async create(change, id, { content }) {
        await setUsedImages(change, holderOf(id), imagesIn(content ?? ''), clock.now());
      },
      async update(change, id, { content }) {
        if (content != null) await setUsedImages(change, holderOf(id), imagesIn(content), clock.now());
      },
      async remove(change, rows) {
        for (const { id } of rows) await setUsedImages(change, holderOf(id), [], clock.now());
      },
    },
    decorate: async (_call, rows) =>
      rows.map((row) => (row.content ? { ...row, content: cleanHtml(row.content) } : row)),
  });

  return {
    service,

    async fill({ actor }, id, given) {
      // Not through the service: whoever writes messages may use templates without listing them.
      const template = await database.db
        .selectFrom('messageTemplate')
        .select(['title', 'content', 'params', 'status'])
        .where('tenantId', '=', actor.scope.tenantId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (!template) throw notFound();
      if (template.status !== '0') throw refused(texts.disabled);
      const names: string[] = JSON.parse(template.params);
      const path = (name: string) => `params.${name}`;
      const [first, ...rest]: LocalFieldError[] = [
        ...names
          .filter((name) => !Object.hasOwn(given, name) || given[name]?.trim() === '')
          .map((name) => ({ path: path(name), message: texts.missing })),
        ...Object.keys(given)
          .filter((name) => !names.includes(name))
          .map((name) => ({ path: path(name), message: texts.unknown })),
      ];
      if (first) throw invalid([first, ...rest]);
      const title = fillText(template.title, given);
      if ([...title].length > maxTitle) throw invalid([{ path: 'title', message: texts.long }]);
      return { title, content: cleanHtml(fillHtml(template.content, given)) };
    },
  };
}
