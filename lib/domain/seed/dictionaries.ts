/** Dictionaries that come with the product. Users may change the entries; the types are fixed. */
import type { LocalText } from '../../i18n/translate.ts';

export interface SeedEntry {
  readonly value: string;
  readonly label: LocalText;
  readonly tone?: 'primary' | 'success' | 'info' | 'warning' | 'danger';
  readonly isDefault?: boolean;
}

export interface SeedDictionary {
  readonly type: string;
  /** Dictionary names are shown to administrators only. */
  readonly name: LocalText;
  readonly entries: readonly SeedEntry[];
}

export const dictionaries: readonly SeedDictionary[] = [
  {
    type: 'sys_user_sex',
    name: { 'zh-CN': '用户性别', 'en-US': 'Sex' },
    entries: [
      { value: '0', label: { 'zh-CN': '男', 'en-US': 'Male' } },
      { value: '1', label: { 'zh-CN': '女', 'en-US': 'Female' } },
      { value: '2', label: { 'zh-CN': '未知', 'en-US': 'Not specified' }, isDefault: true },
    ],
  },
  {
    type: 'sys_show_hide',
    name: { 'zh-CN': '菜单状态', 'en-US': 'Menu visibility' },
    entries: [
      { value: '0', label: { 'zh-CN': '显示', 'en-US': 'Shown' }, tone: 'primary', isDefault: true },
      { value: '1', label: { 'zh-CN': '隐藏', 'en-US': 'Hidden' }, tone: 'danger' },
    ],
  },
  {
    type: 'sys_normal_disable',
    name: { 'zh-CN': '系统开关', 'en-US': 'System status' },
    entries: [
      { value: '0', label: { 'zh-CN': '正常', 'en-US': 'Active' }, tone: 'success', isDefault: true },
      { value: '1', label: { 'zh-CN': '停用', 'en-US': 'Disabled' }, tone: 'danger' },
    ],
  },
  {
    type: 'sys_job_status',
    name: { 'zh-CN': '任务状态', 'en-US': 'Job status' },
    entries: [
      { value: '0', label: { 'zh-CN': '正常', 'en-US': 'Running' }, tone: 'success', isDefault: true },
      { value: '1', label: { 'zh-CN': '暂停', 'en-US': 'Paused' }, tone: 'danger' },
    ],
  },
  {
    type: 'sys_job_group',
    name: { 'zh-CN': '任务分组', 'en-US': 'Job group' },
    entries: [
      { value: 'DEFAULT', label: { 'zh-CN': '默认', 'en-US': 'Default' }, isDefault: true },
      { value: 'SYSTEM', label: { 'zh-CN': '系统', 'en-US': 'System' } },
    ],
  },
  {
    type: 'sys_yes_no',
    name: { 'zh-CN': '系统是否', 'en-US': 'Yes or no' },
    entries: [
      { value: 'Y', label: { 'zh-CN': '是', 'en-US': 'Yes' }, tone: 'primary', isDefault: true },
      { value: 'N', label: { 'zh-CN': '否', 'en-US': 'No' }, tone: 'danger' },
    ],
  },
  {
    type: 'sys_notice_type',
    name: { 'zh-CN': '通知类型', 'en-US': 'Notice type' },
    entries: [
      { value: '1', label: { 'zh-CN': '通知', 'en-US': 'Notice' }, tone: 'info', isDefault: true },
      { value: '2', label: { 'zh-CN': '公告', 'en-US': 'Announcement' }, tone: 'success' },
    ],
  },
  {
    type: 'sys_notice_status',
    name: { 'zh-CN': '通知状态', 'en-US': 'Notice status' },
    entries: [
      { value: '0', label: { 'zh-CN': '正常', 'en-US': 'Open' }, tone: 'success', isDefault: true },
      { value: '1', label: { 'zh-CN': '关闭', 'en-US': 'Closed' }, tone: 'danger' },
    ],
  },
  {
    type: 'sys_message_type',
    name: { 'zh-CN': '消息类型', 'en-US': 'Message type' },
    entries: [
      { value: '1', label: { 'zh-CN': '系统消息', 'en-US': 'System' }, tone: 'info', isDefault: true },
      { value: '2', label: { 'zh-CN': '工作消息', 'en-US': 'Work' }, tone: 'primary' },
      { value: '3', label: { 'zh-CN': '反馈回复', 'en-US': 'Feedback reply' }, tone: 'success' },
    ],
  },
  {
    type: 'sys_feedback_type',
    name: { 'zh-CN': '反馈类型', 'en-US': 'Feedback type' },
    entries: [
      { value: '1', label: { 'zh-CN': '功能建议', 'en-US': 'Suggestion' }, tone: 'info', isDefault: true },
      { value: '2', label: { 'zh-CN': '遇到问题', 'en-US': 'Problem' }, tone: 'danger' },
      { value: '3', label: { 'zh-CN': '其它', 'en-US': 'Other' }, tone: 'primary' },
    ],
  },
  {
    type: 'sys_oper_type',
    name: { 'zh-CN': '操作类型', 'en-US': 'Operation type' },
    entries: [
      { value: '1', label: { 'zh-CN': '新增', 'en-US': 'Add' }, tone: 'success' },
      { value: '2', label: { 'zh-CN': '修改', 'en-US': 'Edit' }, tone: 'info' },
      { value: '3', label: { 'zh-CN': '删除', 'en-US': 'Delete' }, tone: 'danger' },
      { value: '4', label: { 'zh-CN': '授权', 'en-US': 'Permissions changed' }, tone: 'primary' },
      { value: '5', label: { 'zh-CN': '导出', 'en-US': 'Export' }, tone: 'info' },
      { value: '6', label: { 'zh-CN': '导入', 'en-US': 'Import' }, tone: 'info' },
      { value: '7', label: { 'zh-CN': '强退', 'en-US': 'Signed out' }, tone: 'danger' },
      { value: '8', label: { 'zh-CN': '生成代码', 'en-US': 'Code generated' }, tone: 'info' },
      { value: '9', label: { 'zh-CN': '清空', 'en-US': 'Cleared' }, tone: 'danger' },
      { value: '10', label: { 'zh-CN': '解密', 'en-US': 'Revealed' }, tone: 'warning' },
      { value: '0', label: { 'zh-CN': '其它', 'en-US': 'Other' }, tone: 'info' },
    ],
  },
  {
    type: 'sys_common_status',
    name: { 'zh-CN': '系统状态', 'en-US': 'Result' },
    entries: [
      { value: '0', label: { 'zh-CN': '成功', 'en-US': 'Succeeded' }, tone: 'success', isDefault: true },
      { value: '1', label: { 'zh-CN': '失败', 'en-US': 'Failed' }, tone: 'danger' },
    ],
  },
  {
    type: 'zb_freight_type',
    name: { 'zh-CN': '运费计费方式', 'en-US': 'Shipping charged by' },
    entries: [
      { value: '1', label: { 'zh-CN': '按件数', 'en-US': 'Piece' }, tone: 'primary', isDefault: true },
      { value: '2', label: { 'zh-CN': '按重量', 'en-US': 'Weight' }, tone: 'success' },
      { value: '3', label: { 'zh-CN': '按体积', 'en-US': 'Volume' }, tone: 'info' },
    ],
  },
  {
    type: 'app_code',
    name: { 'zh-CN': '应用', 'en-US': 'Apps' },
    entries: [
      { value: 'oriel', label: { 'zh-CN': 'Oriel 客户端', 'en-US': 'Oriel client' }, isDefault: true },
    ],
  },
];
