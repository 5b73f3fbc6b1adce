import { defineResource } from '../define-resource.ts';
import type { FieldDef } from '../field.ts';
import { hexId } from './iot-fields.ts';

/** A sum over the days of the range. */
const sum = (zh: string, en: string, width: number, isHidden = false) =>
  ({
    label: { 'zh-CN': zh, 'en-US': en },
    kind: 'integer',
    readOnly: true,
    list: { width, align: 'right', ...(isHidden ? { hidden: true } : {}) },
    sortable: true,
  }) as const satisfies FieldDef;

const length = (zh: string, en: string, width: number, isHidden = false) =>
  ({
    ...sum(zh, en, width),
    list: { width, align: 'right', cell: 'duration', ...(isHidden ? { hidden: true } : {}) },
  }) as const satisfies FieldDef;

/**
 * What was watched, started, recorded and failed, summed by one dimension. Lengths are whole seconds. `day` without a
 * range: the last 30 days; at most 366.
 */
export const statDevice = defineResource({
  key: 'stat.device',
  title: { 'zh-CN': '设备统计', 'en-US': 'Camera statistics' },
  purpose: {
    'zh-CN': '有人观看或有录像之后，这里按摄像头、应用、部门或日期显示统计。',
    'en-US':
      'Once something is watched or recorded, its figures appear here by camera, application, department or day.',
  },
  icon: 'IconGauge',
  base: '/stat/device',
  style: 'rest',
  permission: 'stat:device',
  id: { field: 'id', kind: 'hex' },
  titleField: 'name',
  defaultSort: { field: 'watchSeconds', order: 'desc' },
  can: ['export'],
  unversioned: true,
  areSums: true,
  fields: {
    id: { ...hexId, export: false },
    groupBy: {
      label: { 'zh-CN': '统计维度', 'en-US': 'By' },
      kind: 'enum',
      options: [
        { value: 'camera', label: { 'zh-CN': '摄像头', 'en-US': 'Camera' } },
        { value: 'application', label: { 'zh-CN': '应用', 'en-US': 'Application' } },
        { value: 'dept', label: { 'zh-CN': '部门', 'en-US': 'Department' } },
        { value: 'day', label: { 'zh-CN': '日期', 'en-US': 'Day' } },
        { value: 'month', label: { 'zh-CN': '月份', 'en-US': 'Month' } },
      ],
      readOnly: true,
      query: 'eq',
    },
    day: {
      label: { 'zh-CN': '日期范围', 'en-US': 'Dates' },
      kind: 'time',
      readOnly: true,
      query: 'between',
    },
    cameraId: {
      label: { 'zh-CN': '摄像头', 'en-US': 'Camera' },
      kind: 'relation',
      relation: { resource: 'iot.camera' },
      readOnly: true,
      query: 'eq',
    },
    applicationId: {
      label: { 'zh-CN': '应用', 'en-US': 'Application' },
      kind: 'relation',
      relation: { resource: 'iot.application' },
      readOnly: true,
      query: 'eq',
    },
    deptId: {
      label: { 'zh-CN': '部门', 'en-US': 'Department' },
      kind: 'relation',
      relation: { resource: 'system.dept' },
      readOnly: true,
      query: 'eq',
    },
    name: {
      label: { 'zh-CN': '名称', 'en-US': 'Name' },
      kind: 'string',
      readOnly: true,
      list: { width: 200 },
      sortable: true,
    },
    detail: {
      label: { 'zh-CN': '设备与通道', 'en-US': 'Device and channel' },
      kind: 'string',
      readOnly: true,
      list: { width: 150, hidden: true, cell: 'code' },
    },
    views: sum('观看次数', 'Views', 110),
    liveViews: sum('实时观看', 'Live views', 110, true),
    recordedViews: sum('录像观看', 'Recorded views', 120, true),
    viewsBefore: sum('上期观看次数', 'Views before', 130, true),
    watchSeconds: length('观看时长', 'Watch time', 150),
    watchSecondsBefore: length('上期观看时长', 'Watch time before', 180, true),
    starts: sum('取流次数', 'Stream starts', 120),
    viewFailures: sum('观看失败', 'Failed views', 120),
    streamFailures: sum('取流失败', 'Stream failures', 130),
    recordSeconds: length('录像时长', 'Recorded', 150),
  },
});
