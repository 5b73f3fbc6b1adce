import { consoleApiBase } from '../../lib/contracts/admin/api-base.ts';
import type { OrielInstance } from './start-oriel.ts';

/** Password of the administrator `admin`, nickname 管理员. */
export const adminPassword = 'Correct-horse-battery-7';

interface Envelope {
  readonly code: number;
  readonly message: string;
  // Each test knows the shape of its response.
  // biome-ignore lint/suspicious/noExplicitAny: responses of all calls
  readonly data: any;
}

/** Calls of the running console as one user, without a browser, to prepare the data of a test. */
export class ConsoleCalls {
  private constructor(
    private readonly origin: string,
    private readonly token: string,
  ) {}

  /** Signs in, runs `use`, and signs out, so that no session remains. */
  static async as<Made>(
    { origin }: Pick<OrielInstance, 'origin'>,
    accountNo: string,
    password: string,
    use: (calls: ConsoleCalls) => Promise<Made>,
  ): Promise<Made> {
    const { token } = await new ConsoleCalls(origin, '').call('POST', '/login', { accountNo, password });
    const calls = new ConsoleCalls(origin, token);
    try {
      return await use(calls);
    } finally {
      await calls.call('POST', '/logout');
    }
  }

  /** The cookie of a session that stays open, for a browser that is to be signed in. */
  static async cookieOf(
    { origin }: Pick<OrielInstance, 'origin'>,
    accountNo: string,
    password: string,
  ): Promise<{ readonly name: string; readonly value: string }> {
    const answer = await fetch(`${origin}${consoleApiBase}/login`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ accountNo, password }),
    });
    const [, name, value] = /^(\w+)=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
    if (!name || !value) throw new Error(`sign-in of ${accountNo} failed: ${await answer.text()}`);
    return { name, value };
  }

  /** Creates the first administrator of a new server. */
  static async setUp(
    oriel: Pick<OrielInstance, 'origin' | 'setupCode'>,
    accountNo = 'admin',
    nickName = '管理员',
    password = adminPassword,
  ): Promise<void> {
    const code = oriel.setupCode?.code;
    await new ConsoleCalls(oriel.origin, '').call('POST', '/setup', { code, accountNo, nickName, password });
  }

  /** The data of the response; throws unless the call succeeded. */
  call(method: string, path: string, body?: unknown): Promise<Envelope['data']> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return this.send(method, path, sent, body === undefined ? {} : { 'content-type': 'application/json' });
  }

  /** Uploads one file in the field `file`, with other fields. */
  upload(
    path: string,
    { name, type, bytes }: { readonly name: string; readonly type: string; readonly bytes: Uint8Array },
    fields: Readonly<Record<string, string>> = {},
  ): Promise<Envelope['data']> {
    const body = new FormData();
    for (const [field, value] of Object.entries(fields)) body.append(field, value);
    body.append('file', new File([Uint8Array.from(bytes)], name, { type }));
    return this.send('POST', path, { body }, {});
  }

  private async send(
    method: string,
    path: string,
    sent: Pick<RequestInit, 'body'>,
    headers: Record<string, string>,
  ): Promise<Envelope['data']> {
    const answer = await fetch(`${this.origin}${consoleApiBase}${path}`, {
      method,
      headers: {
        origin: this.origin,
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...headers,
      },
      ...sent,
    });
    const { code, message, data } = (await answer.json()) as Envelope;
    if (code !== 20001) throw new Error(`${method} ${path}: ${code} ${message}`);
    return data;
  }

  /** Returns its id. */
  async role(roleName: string, roleKey: string): Promise<number> {
    const { roleId } = await this.call('POST', '/system/role', {
      roleName,
      roleKey,
      roleSort: 9,
      status: '0',
    });
    return roleId;
  }

  /** Creates a subdepartment of the first department. */
  async dept(deptName: string): Promise<void> {
    const [first] = await this.call('GET', '/system/user/deptTree');
    const body = { parentId: first.id, deptName, orderNum: 1, status: '0' };
    await this.call('POST', '/system/dept', body);
  }

  /** Returns the one-time password. */
  async user(userName: string, nickName: string, roleIds: readonly number[]): Promise<string> {
    const { password } = await this.call('POST', '/system/user', {
      userName,
      nickName,
      roleIds,
      status: '0',
    });
    return password;
  }
}
