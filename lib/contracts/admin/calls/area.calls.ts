import { z } from 'zod';
import { defineAdminCall } from '../call.ts';

/** A province with its cities. */
export interface AreaNode {
  readonly id: number;
  /** 0: a province. */
  readonly parentId: number;
  readonly name: string;
  readonly isShow: boolean;
  readonly disabled: boolean;
  /** Number of cities to choose from; 1 for a city itself. */
  readonly cityNum: number;
  readonly children: readonly AreaNode[];
}

const areaNode: z.ZodType<AreaNode> = z.lazy(() =>
  z.object({
    id: z.int(),
    parentId: z.int(),
    name: z.string(),
    isShow: z.boolean(),
    disabled: z.boolean(),
    cityNum: z.int(),
    children: z.array(areaNode),
  }),
);

export const areaTree = defineAdminCall({
  method: 'GET',
  path: '/sys/area/tree',
  policy: 'signedIn',
  summary: { 'zh-CN': '省市树', 'en-US': 'Provinces and cities' },
  data: z.array(areaNode),
});

const areaIds = z.array(z.int().min(110_000).max(829_999)).max(500).default([]);

/** Hidden cities cannot be selected any more; rows that contain them keep them. */
export const areaShow = defineAdminCall({
  method: 'PUT',
  path: '/sys/area/show',
  policy: { anyOf: ['system:area:edit'] },
  summary: { 'zh-CN': '显示或隐藏地区', 'en-US': 'Show or hide areas' },
  /** Provinces and cities that change; a province stands for all of its cities. What is in both is hidden. */
  body: z.object({ shown: areaIds, hidden: areaIds }),
});
