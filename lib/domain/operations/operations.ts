/**
 * The operator's commands as a table for the command line, on the services that the console uses too. Each has a schema
 * for its input; outputs are plain JSON, so that a command can run over a socket. Start reading at `operations`.
 */

import { z } from 'zod';
import { deviceSerial, displayName } from '../../contracts/lapp/fields.ts';
import { capabilities, maxTokenSeconds } from '../../contracts/lapp/token-get.call.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { StreamStatus } from '../../media/ports.ts';
import type { Application } from '../access/application.repository.ts';
import { type ApplicationService, applicationChange, newApplication } from '../access/application.service.ts';
import { openToListeners } from '../access/application-origin.ts';
import type { GrantRepository } from '../access/grant.repository.ts';
import type { IssuedToken, TokenService } from '../access/token.service.ts';
import type { UserAdministration } from '../accounts/user-administration.service.ts';
import type { CameraView } from '../devices/camera.service.ts';
import { cameraUpdate, newCamera } from '../devices/camera-input.ts';
import { type CheckDeps, checkCamera } from '../devices/check-camera.ts';
import { streamView } from '../devices/stream-view.ts';
import { AdminError } from '../errors/admin-error.ts';
import type { ThemeService } from '../themes/theme.service.ts';
import {
  checkTheme,
  importTheme,
  listThemes,
  removeTheme,
  showTheme,
  themeCheck,
  themeImport,
  themeName,
} from '../themes/theme-operations.ts';

export interface OperatorDeps extends CheckDeps {
  readonly applications: ApplicationService;
  readonly tokens: TokenService;
  readonly themes: ThemeService;
  readonly grants: GrantRepository;
  readonly clock: Clock;
  readonly users: UserAdministration;
  /** All running streams. */
  readonly streams: () => readonly StreamStatus[];
}

const camera = z.strictObject({ serial: deviceSerial });
const channel = z.strictObject({
  serial: deviceSerial,
  channelNo: z.number().int().min(1).max(256).default(1),
});
const app = z.strictObject({ appKey: z.string().min(1).max(128) });
const nothing = z.strictObject({});
const tokenRequest = z.strictObject({
  appKey: z.string().min(1).max(128),
  cameras: z
    .array(z.string().regex(/^[A-Za-z0-9_-]{1,64}(:[1-9][0-9]{0,2})?$/))
    .min(1)
    .max(256)
    .optional(),
  capabilities: z.array(z.enum(capabilities)).min(1).optional(),
  expireSeconds: z.number().int().min(60).max(maxTokenSeconds).optional(),
  /** As in the console; shown in lists and the operation log. */
  tokenName: displayName.max(50).optional(),
});

const newAdmin = z.strictObject({
  accountNo: z.string().regex(/^[A-Za-z][A-Za-z0-9_]{3,29}$/),
  nickName: z.string().trim().min(1).max(30),
  /** Null: one is generated, to be changed at the first sign-in. */
  password: z.string().max(128).nullable().default(null),
});
const passwordReset = z.strictObject({
  accountNo: z.string().min(1).max(64),
  dropTotp: z.boolean().default(false),
});

/** Errors of the console's services are bilingual; the command line is in English. */
async function inEnglish<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AdminError)) throw error;
    throw new AppError(error.code, error.text['en-US'], error.details, { cause: error });
  }
}

/** Maximum number of listed grants; a larger installation filters by application. */
const maxListedGrants = 1_000;

interface Operation<Input extends z.ZodType, Output> {
  readonly input: Input;
  readonly run: (deps: OperatorDeps, input: z.output<Input>) => Promise<Output>;
}
const define = <Input extends z.ZodType, Output>(
  input: Input,
  run: Operation<Input, Output>['run'],
): Operation<Input, Output> => ({ input, run });

export const operations = {
  'camera.add': define(newCamera, ({ cameras, scope }, input) => cameras.add(scope, input)),
  'camera.update': define(cameraUpdate, ({ cameras, scope }, input) => cameras.update(scope, input)),
  'camera.list': define(nothing, ({ cameras, scope }) => cameras.list(scope)),
  'camera.check': define(channel, checkCamera),
  'camera.remove': define(camera, async ({ cameras, scope }, { serial }) => {
    await cameras.remove(scope, serial);
    return { serial };
  }),
  'camera.enable': define(camera, (deps, { serial }) => setCamera(deps, serial, true)),
  'camera.disable': define(camera, (deps, { serial }) => setCamera(deps, serial, false)),

  'app.create': define(newApplication, async ({ applications, scope }, input) => {
    const { application, appSecret } = await applications.create(scope, input);
    return { ...appView(application), appSecret, insecureOrigins: openToListeners(input.origins) };
  }),
  'app.update': define(applicationChange, async ({ applications, scope }, input) => ({
    ...appView(await applications.update(scope, input)),
    insecureOrigins: openToListeners(input.addOrigins),
  })),
  'app.remove': define(app, async ({ applications, scope }, { appKey }) => ({
    appKey,
    endedTokens: await applications.remove(scope, appKey),
  })),
  'app.list': define(nothing, async ({ applications, scope }) =>
    (await applications.list(scope)).map(appView),
  ),
  'app.rotate': define(app, async ({ applications, scope }, { appKey }) => {
    const { application, appSecret } = await applications.rotate(scope, appKey);
    return { ...appView(application), appSecret };
  }),
  'app.enable': define(app, (deps, { appKey }) => setApp(deps, appKey, true)),
  'app.disable': define(app, (deps, { appKey }) => setApp(deps, appKey, false)),

  'token.issue': define(
    tokenRequest,
    async (
      { tokens, cameras, scope },
      { appKey, tokenName, ...request },
    ): Promise<IssuedToken & { unknownCameras: readonly string[] }> => ({
      ...(await tokens.issue(scope, appKey, request, {
        createdBy: '',
        sessionId: null,
        name: tokenName ?? '',
      })),
      unknownCameras: unknownOf(await cameras.list(scope), request.cameras ?? []),
    }),
  ),
  'token.list': define(nothing, async ({ grants, applications, scope, clock }) => {
    const byId = new Map((await applications.list(scope)).map((each) => [each.id, each]));
    return (await grants.listOpen(scope, clock.now(), maxListedGrants)).map((grant) => ({
      ...grant,
      appKey: byId.get(grant.applicationId)?.appKey ?? null,
      appName: byId.get(grant.applicationId)?.name ?? null,
    }));
  }),
  'token.revoke': define(
    z.strictObject({ grantId: z.string().regex(/^[0-9a-f]{32}$/) }),
    async ({ tokens, scope }, { grantId }) => {
      await tokens.revoke(scope, grantId);
      return { grantId };
    },
  ),

  'theme.list': define(nothing, listThemes),
  'theme.show': define(themeName, showTheme),
  'theme.check': define(themeCheck, checkTheme),
  'theme.import': define(themeImport, importTheme),
  'theme.remove': define(themeName, removeTheme),

  'user.createAdmin': define(newAdmin, async ({ users }, { password, ...account }) => {
    const created = await inEnglish(users.createAdmin(account, password));
    return { accountNo: account.accountNo, ...created };
  }),
  'user.list': define(nothing, async ({ users }) =>
    (await users.list()).map(
      ({ id, username, displayName, status, isRoot, hasTotp, loginAt, createdAt }) => ({
        userId: id,
        accountNo: username,
        nickName: displayName,
        isEnabled: status === '0',
        isRoot: isRoot === 1,
        hasTotp: Boolean(hasTotp),
        loginAt,
        createdAt,
      }),
    ),
  ),
  'user.resetPassword': define(passwordReset, async ({ users }, { accountNo, dropTotp }) => ({
    accountNo,
    ...(await inEnglish(users.resetPassword(accountNo, { dropTotp }))),
  })),

  status: define(nothing, async ({ cameras, applications, grants, scope, clock, streams }) => ({
    cameras: (await cameras.list(scope)).length,
    applications: (await applications.list(scope)).length,
    openTokens: await grants.countOpen(scope, clock.now()),
    streams: streams()
      .filter(({ key }) => key.tenantId === scope.tenantId)
      .map(streamView),
  })),
} as const;

export type OperationName = keyof typeof operations;
export type OperationInput<Name extends OperationName> = z.input<(typeof operations)[Name]['input']>;
export type OperationOutput<Name extends OperationName> = Awaited<
  ReturnType<(typeof operations)[Name]['run']>
>;

/** An application without its secrets. */
function appView(application: Application) {
  const { name, appKey, allowedOrigins, tokenPolicy, isEnabled, secretRotatedAt, createdAt } = application;
  return { name, appKey, allowedOrigins, tokenPolicy, isEnabled, secretRotatedAt, createdAt };
}

async function setApp({ applications, scope }: OperatorDeps, appKey: string, isEnabled: boolean) {
  await applications.setEnabled(scope, appKey, isEnabled);
  return { appKey, isEnabled };
}

async function setCamera({ cameras, scope }: OperatorDeps, serial: string, isEnabled: boolean) {
  await cameras.setEnabled(scope, serial, isEnabled);
  return { serial, isEnabled };
}

/** The cameras of a token that do not exist (yet): allowed, but reported. */
function unknownOf(cameras: readonly CameraView[], named: readonly string[]): string[] {
  const known = new Set(cameras.flatMap(({ serial, channelNo }) => [serial, `${serial}:${channelNo}`]));
  return named.filter((name) => !known.has(name));
}
