import { defineResource } from '../define-resource.ts';
import { chosenCameras, createTimeField, hexId, requiredName } from './iot-fields.ts';

/** Tokens for reporting alarms. Creating one returns `alarmToken` once; it is not stored. Deleting one revokes it. */
export const iotAlarmToken = defineResource({
  key: 'iot.alarmToken',
  title: { 'zh-CN': '报警令牌', 'en-US': 'Alarm token' },
  purpose: {
    'zh-CN': '外部系统凭报警令牌上报报警，除此之外不能做任何事。',
    'en-US': 'An outside system reports alarms with an alarm token. The token permits nothing else.',
  },
  icon: 'IconKey',
  base: '/iot/alarmToken',
  style: 'rest',
  permission: 'iot:alarmToken',
  id: { field: 'id', kind: 'hex' },
  titleField: 'name',
  defaultSort: { field: 'createTime', order: 'desc' },
  can: ['add', 'remove'],
  choosesFrom: ['iot.device', 'iot.camera'],
  unversioned: true,
  fields: {
    id: hexId,
    name: {
      ...requiredName,
      immutable: true,
      list: {},
      form: {
        help: { 'zh-CN': '例如上报报警的系统', 'en-US': 'For example, the system that reports alarms' },
      },
    },
    cameras: chosenCameras,
    lastUsedTime: {
      label: { 'zh-CN': '最后使用', 'en-US': 'Last used' },
      kind: 'time',
      readOnly: true,
      list: { width: 170, cell: 'time' },
    },
    createdBy: {
      label: { 'zh-CN': '签发人', 'en-US': 'Issued by' },
      kind: 'string',
      readOnly: true,
      list: { width: 120, hidden: true },
    },
    createTime: createTimeField,
  },
});
