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
