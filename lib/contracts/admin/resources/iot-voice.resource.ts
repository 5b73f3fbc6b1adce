import { defineResource } from '../define-resource.ts';
import { createTimeField, hexId, requiredName } from './iot-fields.ts';

/** Saved voice messages. They are made by `calls/voice.calls.ts`, which takes the recording. */
export const iotVoice = defineResource({
  key: 'iot.voice',
  title: { 'zh-CN': '语音消息', 'en-US': 'Voice message' },
  purpose: {
    'zh-CN': '录制或上传语音消息，并在摄像头上播放。观看者也可以在播放器中发送它们。',
    'en-US':
      'Record or upload voice messages and play them on cameras. Viewers can send them in the player, too.',
  },
  icon: 'IconMicrophone',
  base: '/iot/voice',
  style: 'rest',
  permission: 'iot:voice',
  id: { field: 'id', kind: 'hex' },
  titleField: 'name',
  defaultSort: { field: 'createTime', order: 'desc' },
  can: ['edit', 'remove'],
  fields: {
    id: hexId,
    name: { ...requiredName, list: { width: 240 }, sortable: true },
    seconds: {
      label: { 'zh-CN': '时长（秒）', 'en-US': 'Seconds' },
      kind: 'integer',
      readOnly: true,
      list: { width: 100, align: 'right' },
    },
    createdBy: {
      label: { 'zh-CN': '录制人', 'en-US': 'Recorded by' },
      kind: 'string',
      readOnly: true,
      list: { width: 140 },
      query: 'like',
    },
    createTime: createTimeField,
  },
});
