/** What a signed-in browser knows of its user, as the server's calls answer it. */

export interface SessionUser {
  readonly userId: number;
  readonly userName: string;
  readonly nickName: string;
  /** Empty: the standard picture. */
  readonly avatar: string;
  readonly roleCodes: readonly string[];
  readonly permissions: readonly string[];
  readonly tenantId: string;
  readonly deptName: string | null;
  /** Nothing else is answered until it was done. */
  readonly pwdChangeRequired: boolean;
  /** The same, of a second factor. */
  readonly totpRequired: boolean;
  /** A first administrator without a second factor. */
  readonly totpAdvised: boolean;
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly lastLoginTime: string | null;
  /** False: departments at the root are made by others. Absent where another backend does not tell. */
  readonly allData?: boolean;
  /** IANA name of the organisation's zone. Absent where another backend does not tell. */
  readonly timeZone?: string;
  /** Characters that a new password needs at least. Absent where another backend does not tell. */
  readonly passwordLength?: number;
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

/** One entry of the menu, as specified. */
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

/** A province, or a city in its `children`. */
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
  /** Of the captcha, when one was asked for. */
  readonly smsCode?: string;
  readonly uuid?: string;
  /** Of the second factor. */
  readonly totpCode?: string;
  readonly rememberMe: boolean;
}

export interface SessionState {
  readonly state: 'loading' | 'in' | 'out';
  readonly user: SessionUser | null;
  readonly menus: readonly MenuNode[];
  readonly cities: readonly AreaNode[];
  /** Cities that can be chosen. */
  readonly cityCount: number;
  /** Signed out, and already on the way to another document: nobody else should send them anywhere. */
  readonly isLeaving: boolean;
}
