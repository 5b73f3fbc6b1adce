import type { TalkCameraState, TalkPluginData } from '../../lib/kernel/rtcgw.ts';

const maxCameras = 64;
const maxText = 200;

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxText) : undefined;

/** Data of the talk plugin, checked. `error`: the plugin refused a message. Null: of no meaning to this player. */
export function readPluginData(data: unknown): TalkPluginData | { readonly error: string } | null {
  if (!isFields(data)) return null;
  if (data.error !== undefined) return { error: textOf(data.error) ?? 'Unknown error' };
  switch (data.result) {
    case 'started':
    case 'cameras':
      return { result: data.result, cameras: readCameras(data.cameras) };
    case 'done':
      return { result: 'done', code: textOf(data.code), message: textOf(data.message) };
    default:
      return null;
  }
}

function readCameras(value: unknown): TalkCameraState[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, maxCameras).flatMap((each: unknown) => {
    if (!isFields(each)) return [];
    const { deviceSerial, channelNo, state } = each;
    const isKnown = state === 'waiting' || state === 'receiving' || state === 'failed';
    if (typeof deviceSerial !== 'string' || typeof channelNo !== 'number' || !isKnown) return [];
    const [code, message] = [textOf(each.code), textOf(each.message)];
    return [
      {
        deviceSerial,
        channelNo,
        state,
        ...(code === undefined ? {} : { code }),
        ...(message === undefined ? {} : { message }),
      },
    ];
  });
}
