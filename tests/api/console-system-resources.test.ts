/** The shared resource tests for the resources of the system pages. */
import { monitorLogininfor } from '../../lib/contracts/admin/resources/monitor-logininfor.resource.ts';
import { monitorOnline } from '../../lib/contracts/admin/resources/monitor-online.resource.ts';
import { monitorOperlog } from '../../lib/contracts/admin/resources/monitor-operlog.resource.ts';
import { systemConfig } from '../../lib/contracts/admin/resources/system-config.resource.ts';
import { systemDept } from '../../lib/contracts/admin/resources/system-dept.resource.ts';
import { systemDictData } from '../../lib/contracts/admin/resources/system-dict-data.resource.ts';
import { systemDictType } from '../../lib/contracts/admin/resources/system-dict-type.resource.ts';
import { systemMenu } from '../../lib/contracts/admin/resources/system-menu.resource.ts';
import { systemNotice } from '../../lib/contracts/admin/resources/system-notice.resource.ts';
import { systemPost } from '../../lib/contracts/admin/resources/system-post.resource.ts';
import { systemRole } from '../../lib/contracts/admin/resources/system-role.resource.ts';
import { systemUser } from '../../lib/contracts/admin/resources/system-user.resource.ts';
import { describeResource } from '../kit/resource-suite.ts';

describeResource(systemUser, {
  body: (number) => ({
    userName: `person_${number}`,
    nickName: `员工${number}`,
    phonenumber: `1380000${String(number).padStart(4, '0')}`,
    email: `person${number}@example.com`,
    sex: '1',
    status: '0',
    remark: null,
  }),
  change: { nickName: '改名', phonenumber: '13911112222' },
});

describeResource(systemRole, {
  body: (number) => ({
    roleName: `角色${number}`,
    roleKey: `role_${number}`,
    roleSort: number,
    status: '0',
    dataScope: '4',
    maskScope: '2',
    maskFields: ['phone'],
    menuIds: [],
  }),
  change: { roleName: '改名', maskFields: ['phone', 'email'] },
});

describeResource(systemMenu, {
  body: (number) => ({
    parentId: 0,
    menuName: `目录${number}`,
    menuType: 'M',
    orderNum: number,
    path: `made${number}`,
    status: '0',
    icon: 'IconHome',
  }),
  change: { menuName: '改名', orderNum: 77 },
  // Directories have no `perms` and no `query`; a page has a component.
  skipFields: ['perms', 'query', 'parentId'],
});

describeResource(systemDept, {
  body: (number) => ({ parentId: 0, deptName: `部门${number}`, orderNum: number, status: '0' }),
  change: { deptName: '改名', phone: '010-1234567' },
  skipFields: ['parentId'],
});

describeResource(systemPost, {
  body: (number) => ({ postCode: `code${number}`, postName: `岗位${number}`, postSort: number, status: '0' }),
  change: { postName: '改名', postSort: 7 },
});

describeResource(systemDictType, {
  body: (number) => ({ dictName: `字典${number}`, dictType: `made_${number}`, status: '0' }),
  change: { dictName: '改名', dictType: 'renamed' },
});

describeResource(systemDictData, {
  body: (number) => ({
    dictType: 'sys_notice_type',
    dictLabel: `标签${number}`,
    dictLabelEn: `Label ${number}`,
    dictValue: `value${number}`,
    dictSort: number,
    status: '0',
  }),
  change: { dictLabel: '改名', listClass: 'danger' },
});

describeResource(systemConfig, {
  body: (number) => ({
    configName: `参数${number}`,
    configKey: `made.key${number}`,
    valueType: 'string',
    configValue: `值${number}`,
    visible: '1',
  }),
  change: { configName: '改名', configValue: '新值' },
});

describeResource(systemNotice, {
  body: (number) => ({
    noticeTitle: `公告${number}`,
    noticeType: '2',
    noticeContent: `<p>第${number}条</p>`,
    status: '0',
  }),
  change: { noticeTitle: '改名', isTop: '1' },
  // The notice page serves its own list and details; they have their own tests.
  skipCalls: ['list', 'get', 'create', 'update', 'remove'],
});

describeResource(monitorLogininfor, { body: () => ({}) });
describeResource(monitorOperlog, { body: () => ({}) });
describeResource(monitorOnline, { body: () => ({}) });
