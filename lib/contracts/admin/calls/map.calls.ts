/** Calls of maps: where cameras are, and what places are called. Places are degrees of WGS 84. */
import { z } from 'zod';
import { latitudePattern, longitudePattern } from '../../../kernel/geo/position.ts';
import { defineAdminCall } from '../call.ts';

const hexId = z.string().regex(/^[0-9a-f]{32}$/);
const degrees = (pattern: string) => z.string().regex(new RegExp(`^(?:${pattern})$`));

const tiles = z.object({
  /** Address with `{z}`, `{x}` and `{y}`. */
  template: z.string(),
  attribution: z.string(),
  /** In which coordinates the tiles are drawn. */
  datum: z.enum(['wgs84', 'gcj02']),
  maxZoom: z.number().int(),
});
export type MapTiles = z.output<typeof tiles>;

export const mapSettings = defineAdminCall({
  method: 'GET',
  path: '/iot/map/settings',
  policy: { anyOf: ['iot:map:list', 'iot:camera:query', 'iot:camera:add', 'iot:camera:edit'] },
  summary: { 'zh-CN': '地图设置', 'en-US': 'Settings of maps' },
  data: z.object({
    /** Null: the operator has named no map service. */
    tiles: tiles.nullable(),
    /** Whether addresses can be found. */
    canSearch: z.boolean(),
  }),
});

export const mapCameras = defineAdminCall({
  method: 'GET',
  path: '/iot/map/list',
  policy: { anyOf: ['iot:map:list'] },
  summary: { 'zh-CN': '地图上的摄像头', 'en-US': 'Cameras on the map' },
  /** Those within the caller's data scope that have a place. */
  data: z.object({
    cameras: z.array(
      z.object({
        id: hexId,
        name: z.string(),
        deviceSerial: z.string(),
        channelNo: z.number().int(),
        lng: z.string(),
        lat: z.string(),
        address: z.string().nullable(),
        /** As in the list of cameras. */
        onlineStatus: z.enum(['0', '1', '2']),
        status: z.enum(['0', '1']),
      }),
    ),
    /** Cameras without a place. */
    unplaced: z.number().int(),
    /** There are more than the map shows. */
    isCut: z.boolean(),
  }),
});

const maxPlaces = 10;

export const mapSearch = defineAdminCall({
  method: 'GET',
  path: '/iot/map/search',
  policy: { anyOf: ['iot:map:list', 'iot:camera:add', 'iot:camera:edit'] },
  summary: { 'zh-CN': '搜索地点', 'en-US': 'Find places' },
  query: z.object({ keyword: z.string().trim().min(1).max(100) }),
  data: z
    .array(z.object({ name: z.string(), address: z.string(), lng: z.string(), lat: z.string() }))
    .max(maxPlaces),
});

export const mapAddress = defineAdminCall({
  method: 'GET',
  path: '/iot/map/address',
  policy: { anyOf: ['iot:camera:add', 'iot:camera:edit'] },
  summary: { 'zh-CN': '查询位置的地址', 'en-US': 'Address of a place' },
  query: z.object({ lng: degrees(longitudePattern), lat: degrees(latitudePattern) }),
  /** Null: the service knows none. */
  data: z.object({ address: z.string().nullable() }),
});
