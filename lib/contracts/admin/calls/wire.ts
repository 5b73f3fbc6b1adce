/** Schemas shared by many calls of the console. */
import { z } from 'zod';
import { maxInteger } from '../field-schema.ts';

/** Databases reject a comparison of an id with a number outside the column's range. */
export const rowId = z.int().positive().max(maxInteger);
/** One id in a path: digits only (`7`), so that it never matches a fixed segment. */
export const idInPath = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .pipe(z.int().max(maxInteger));

export const rowIds = z.array(rowId).max(1000);
/** The rows of one batch call. */
export const someRowIds = z.array(rowId).min(1).max(100);

/** Of the row as it was read; rejected when the row has changed since. */
export const rowVersion = z.int().positive();

/** `yyyy-MM-dd HH:mm:ss` in the organisation's zone. */
export const wireTime = z.string();

/** '0' enabled, '1' disabled. */
export const inUse = z.enum(['0', '1']);

/** Of an organisation. Empty texts: the product's own. */
export const wireBrand = z.object({
  name: z.string(),
  logo: z.string(),
  color: z.string(),
  support: z.string(),
});

export interface TreeNode {
  readonly id: number;
  readonly label: string;
  readonly parentId: number;
  /** Shown but not selectable: outside the caller's data scope, or disabled. */
  readonly disabled?: boolean | undefined;
  readonly children: readonly TreeNode[];
}
export const treeNode: z.ZodType<TreeNode> = z.lazy(() =>
  z.object({
    id: z.int(),
    label: z.string(),
    parentId: z.int(),
    disabled: z.boolean().optional(),
    children: z.array(treeNode),
  }),
);

/** Paging of lists that are not resources. */
export const pageQuery = {
  pageNum: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(10),
} as const;

export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    records: z.array(row),
    total: z.int(),
    pageNum: z.int(),
    pageSize: z.int(),
  });
}
