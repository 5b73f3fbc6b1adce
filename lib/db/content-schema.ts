/** App versions and articles. The rules for all tables are in `schema.ts`. */
import type { Generated } from 'kysely';
import type { EpochMs } from '../kernel/units.ts';
import type { Fixed } from './schema.ts';

interface Edited {
  version: number;
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
  updatedBy: string;
  updatedAt: EpochMs;
}

export interface AppVersionTable extends Edited {
  id: Generated<number>;
  tenantId: Fixed<string>;
  appCode: Fixed<string>;
  platform: Fixed<string>;
  versionName: string;
  /** Unique for its app and platform. */
  versionCode: number;
  /** '0' offered, '1' forced, '2' silent. */
  updateType: string;
  minVersionCode: number | null;
  packageUrl: string | null;
  storeUrl: string | null;
  /** Bytes. */
  packageSize: number | null;
  sha256: string | null;
  content: string;
  /** Share of the devices, 0 to 100. */
  grayPercent: number;
  /** '0' draft, '1' published, '2' withdrawn. */
  status: string;
  /** Of the last publication. Null: never published. */
  publishAt: EpochMs | null;
}

/** An uploaded package. It is used by the versions with its address, and deleted when it was unused for a day. */
export interface AppPackageTable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  /** `<id>.<extension>`, the last part of its address. */
  name: Fixed<string>;
  /** As on the computer of the user. */
  fileName: Fixed<string>;
  /** As announced, which is the size of a finished one. */
  byteSize: Fixed<number>;
  /** Number of parts that were received. */
  parts: number;
  /** Null: the upload is not finished. */
  sha256: string | null;
  ownerId: Fixed<number>;
  createdAt: Fixed<EpochMs>;
  usedAt: EpochMs;
}

/** Base64. */
export interface AppPackagePartTable {
  packageId: Fixed<string>;
  position: Fixed<number>;
  content: Fixed<string>;
}

export interface ArticleCategoryTable extends Edited {
  id: Generated<number>;
  tenantId: Fixed<string>;
  /** 0: at the root. */
  parentId: number;
  name: string;
  sort: number;
  status: string;
}

export interface ArticleTable extends Edited {
  id: Generated<number>;
  tenantId: Fixed<string>;
  categoryId: number;
  title: string;
  /** Address of an uploaded image. */
  cover: string | null;
  summary: string | null;
  /** Sanitised HTML. */
  content: string;
  author: string | null;
  source: string | null;
  /** JSON array. */
  tags: string;
  isTop: string;
  isHot: string;
  sort: number;
  /** '0' draft, '1' waits for approval, '2' published, '3' withdrawn. */
  status: string;
  /** A published article is visible from then on. */
  publishAt: EpochMs | null;
  viewCount: number;
  seoTitle: string | null;
  seoDesc: string | null;
}

export interface ContentDatabase {
  appVersion: AppVersionTable;
  appPackage: AppPackageTable;
  appPackagePart: AppPackagePartTable;
  articleCategory: ArticleCategoryTable;
  article: ArticleTable;
}
