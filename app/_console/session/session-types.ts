/** Data of the signed-in user, as returned by the server. */
import type { MaskRule } from '../../../lib/contracts/admin/field.ts';
import type { Brand } from '../../../lib/contracts/brand.ts';

export interface SessionUser {
  readonly userId: number;
  readonly userName: string;
  readonly nickName: string;
  /** Empty: the default avatar. */
  readonly avatar: string;
  readonly roleCodes: readonly string[];
  readonly permissions: readonly string[];
  readonly tenantId: string;
  readonly deptName: string | null;
  /** The server rejects all other calls until the password is changed. */
  readonly pwdChangeRequired: boolean;
  /** The same for two-step verification. */
  readonly totpRequired: boolean;
  /** The first administrator has no two-step verification yet. */
  readonly totpAdvised: boolean;
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly lastLoginTime: string | null;
  /** False: only other users can create departments at the root. May be missing on another backend. */
  readonly allData?: boolean;
  /** Kinds of values that are masked for this user. May be missing on another backend. */
  readonly masks?: readonly MaskRule[];
  /** IANA name of the organisation's time zone. May be missing on another backend. */
  readonly timeZone?: string;
  /** Minimum length of a new password. May be missing on another backend. */
  readonly passwordLength?: number;
  /** Of the organisation. May be missing on another backend. */
  readonly brand?: Brand;
}

export interface MenuMeta {
  readonly title: string;
  readonly show?: boolean;
  readonly hideChildren?: boolean;
  readonly hiddenHeaderContent?: boolean;
  readonly hidden?: boolean;
  readonly icon?: string | null;
  readonly noCache?: boolean;
  readonly target?: string | null;
}

/** A menu entry, as specified. */
export interface MenuNode {
  readonly path: string;
  readonly name: string;
  readonly component: string;
  readonly meta: MenuMeta;
  readonly children?: readonly MenuNode[];
  readonly hideChildrenInMenu?: boolean;
  readonly isFrame?: boolean | number | string;
  readonly permissions?: readonly string[];
  readonly roles?: readonly string[];
  readonly redirect?: string | null;
}

/** A province, or in `children` a city. */
export interface AreaNode {
  readonly id: number;
  readonly parentId: number;
  readonly name: string;
  readonly isShow: boolean;
  readonly disabled: boolean;
  readonly cityNum: number;
  readonly children?: readonly AreaNode[];
}

export interface Credentials {
  readonly accountNo: string;
  readonly password: string;
  /** Captcha text, if a captcha was shown. */
  readonly smsCode?: string;
  readonly uuid?: string;
  /** Code of the two-step verification. */
  readonly totpCode?: string;
  readonly rememberMe: boolean;
}

export interface SessionState {
  readonly state: 'loading' | 'in' | 'out';
  readonly user: SessionUser | null;
  readonly menus: readonly MenuNode[];
  readonly cities: readonly AreaNode[];
  /** Number of selectable cities. */
  readonly cityCount: number;
  /** Signed out and navigating away, so nothing else may redirect. */
  readonly isLeaving: boolean;
}
