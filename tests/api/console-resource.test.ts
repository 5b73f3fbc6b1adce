import { systemPost } from '../../lib/contracts/admin/resources/system-post.resource.ts';
import { tableService } from '../../lib/domain/resource/table-service.ts';
import { people, peopleInTable } from '../kit/resource-people.ts';
import { describeResource } from '../kit/resource-suite.ts';

describeResource(systemPost, {
  body: (number) => ({ postCode: `code${number}`, postName: `岗位${number}`, postSort: number, status: '0' }),
  change: { postName: '改名', postSort: 7 },
  bind: (deps) => {
    const binding = {
      definition: systemPost,
      table: 'post',
      dataScope: 'none',
      isSoftDeleted: true,
    } as const;
    return { definition: systemPost, service: tableService(deps, binding) };
  },
});

/** The same resource with a verb in each path. */
const byVerb = { ...people, key: 'test.byVerb', base: '/test/by-verb', style: 'verb' } as const;

for (const definition of [people, byVerb])
  describeResource(definition, {
    body: (number) => ({
      accountNo: `person${number}`,
      nickName: `人${number}`,
      phone: `1380000${String(number).padStart(4, '0')}`,
      status: '0',
    }),
    change: { nickName: '新名字', phone: '13911112222' },
    bind: (deps) => ({ definition, service: tableService(deps, { ...peopleInTable, definition }) }),
  });
