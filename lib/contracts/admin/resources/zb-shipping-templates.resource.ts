import type { FreeRule, Places, RegionRule } from '../../../kernel/freight/freight-template.ts';
import { defineResource } from '../define-resource.ts';
import { documentOf } from '../field.ts';
import { createTimeField, idField, orderField, statusField } from './common-fields.ts';

const yes = (field: string) => ({ field, in: ['1'] });

/** What shipping costs, by region. `freight-rules.ts` checks the rules. */
export const zbShippingTemplates = defineResource({
  key: 'zb.shippingTemplates',
  title: { 'zh-CN': '运费模板', 'en-US': 'Shipping template' },
  purpose: {
    'zh-CN': '运费模板规定各地区的运费、包邮条件和不配送地区，商品按模板计算运费。',
    'en-US':
      'A template sets what shipping costs in each region, when it is free, and where nothing is delivered.',
  },
  icon: 'IconTruckDelivery',
  base: '/zb/shipping-templates',
  page: '/mall/shippingTemplates',
  style: 'verb',
  permission: 'zb:shippingTemplates',
  id: { field: 'id', kind: 'integer' },
  titleField: 'name',
  optionFields: ['type'],
  defaultSort: { field: 'sort', order: 'desc' },
  can: ['add', 'edit', 'remove', 'export'],
  statusSwitch: 'status',
  actions: [
    {
      key: 'copy',
      label: { 'zh-CN': '复制', 'en-US': 'Copy' },
      icon: 'IconCopy',
      on: 'row',
    },
  ],
  fields: {
    id: idField,
    name: {
      label: { 'zh-CN': '模板名称', 'en-US': 'Name' },
      kind: 'string',
      max: 50,
      required: true,
      unique: true,
      list: {},
      query: 'like',
      sortable: true,
    },
    type: {
      label: { 'zh-CN': '计费方式', 'en-US': 'Charged by' },
      kind: 'dict',
      dict: 'zb_freight_type',
      required: true,
      default: '1',
      list: { width: 130, cell: 'tag' },
      form: {
        widget: 'radio',
        help: {
          'zh-CN': '更改后须重新填写各地区的数量',
          'en-US': 'After a change, the amounts of all regions must be entered again',
        },
      },
      query: 'eq',
      bulk: false,
    },
    regionInfo: {
      label: { 'zh-CN': '运费', 'en-US': 'Charges' },
      kind: 'json',
      document: documentOf<readonly RegionRule[]>(),
      detail: false,
      required: true,
      form: { span: 2 },
    },
    appoint: {
      label: { 'zh-CN': '指定条件包邮', 'en-US': 'Free shipping' },
      kind: 'flag',
      default: '0',
      list: { width: 120 },
      form: { widget: 'switch', span: 2 },
    },
    appointInfo: {
      label: { 'zh-CN': '包邮条件', 'en-US': 'Free shipping from' },
      kind: 'json',
      document: documentOf<readonly FreeRule[]>(),
      detail: false,
      form: { span: 2, visibleWhen: yes('appoint') },
    },
    noDelivery: {
      label: { 'zh-CN': '不配送地区', 'en-US': 'No delivery' },
      kind: 'flag',
      default: '0',
      list: { width: 120 },
      form: { widget: 'switch', span: 2 },
    },
    noDeliveryInfo: {
      label: { 'zh-CN': '不配送的地区', 'en-US': 'Regions without delivery' },
      kind: 'json',
      document: documentOf<readonly Places[]>(),
      detail: false,
      form: { span: 2, visibleWhen: yes('noDelivery') },
    },
    sort: {
      ...orderField,
      label: { 'zh-CN': '排序', 'en-US': 'Order' },
      form: {
        widget: 'number',
        help: { 'zh-CN': '数值大的排在前面', 'en-US': 'Larger numbers come first' },
      },
    },
    status: statusField,
    usedCount: {
      label: { 'zh-CN': '使用商品数', 'en-US': 'Used by goods' },
      kind: 'integer',
      readOnly: true,
      list: { width: 110, align: 'right' },
    },
    /** Of an update: a template in use changes how it charges. */
    force: {
      label: { 'zh-CN': '仍然更改计费方式', 'en-US': 'Change how it charges nevertheless' },
      kind: 'boolean',
      form: false,
      detail: false,
      bulk: false,
    },
    createTime: { ...createTimeField, list: { width: 170, cell: 'time', hidden: true } },
  },
});
