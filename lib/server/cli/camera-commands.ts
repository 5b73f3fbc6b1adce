import type { Command } from 'commander';
import { sourceAdvice } from '../../domain/devices/source-advice.ts';
import { AppError } from '../../kernel/app-error.ts';
import { readCameraUrl } from './camera-url-input.ts';
import { type CommandContext, Fault } from './command-context.ts';
import { describeCheck } from './describe-check.ts';
import { cliLocale } from './describe-error.ts';
import type { AnyInput, AnyOutput } from './operations.ts';
import { textTable } from './text-table.ts';

const passwordVariable = 'ORIEL_CAMERA_PASSWORD';
const onvifPasswordVariable = 'ORIEL_ONVIF_PASSWORD';
const codeVariable = 'ORIEL_CAMERA_CODE';
const mainPrompt = 'Address of the full picture';
const subPrompt = 'Address of the small picture';
const onvifPrompt = 'ONVIF address';

interface AddOptions {
  readonly demo?: string;
  readonly subUrl?: string;
  readonly serial?: string;
  readonly channel: number;
  readonly name?: string;
  readonly username?: string;
  readonly encrypted?: boolean;
  readonly onvif?: string;
  readonly onvifUser?: string;
}

function channelNumber(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text))
    throw new AppError('cli.usage', '--channel must be a number from 1 to 256');
  return Number(text);
}

type Sources = Pick<AnyInput<'camera.add'>, 'main' | 'sub'>;

/** The login for ONVIF alone; undefined: the camera has one for everything. */
async function onvifLogin(username: string | undefined, { secrets }: CommandContext) {
  if (username === undefined) return {};
  const prompt = `ONVIF password of ${username}`;
  const password = username === '' ? '' : await secrets.read(onvifPasswordVariable, prompt);
  return { login: { username, password } };
}

async function onvifOf(options: AddOptions, context: CommandContext) {
  const { onvif, onvifUser } = options;
  if (onvif === undefined) {
    if (onvifUser !== undefined) throw new AppError('cli.usage', '--onvif-user belongs to --onvif');
    return {};
  }
  const url = await readCameraUrl(onvif, onvifPrompt, context.secrets);
  return { onvif: { url, ...(await onvifLogin(onvifUser, context)) } };
}

async function sourcesOf(
  url: string | undefined,
  options: AddOptions,
  context: CommandContext,
): Promise<Sources> {
  if (options.demo !== undefined) {
    if (url !== undefined || options.subUrl !== undefined || options.username !== undefined) {
      throw new AppError('cli.usage', '--demo takes no address and no user name');
    }
    const scene = { kind: 'demo', scene: options.demo } as const;
    return { main: scene, sub: scene };
  }
  if (url === undefined) throw new AppError('cli.usage', 'Give the address of the camera, or --demo <scene>');
  const { secrets } = context;
  const mainUrl = await readCameraUrl(url, mainPrompt, secrets);
  const subUrl =
    options.subUrl === undefined ? undefined : await readCameraUrl(options.subUrl, subPrompt, secrets);
  const { username } = options;
  const password =
    username === undefined ? undefined : await secrets.read(passwordVariable, `Password of ${username}`);
  const source = (address: string): Sources['main'] => ({
    kind: 'rtsp',
    url: address,
    ...(username === undefined ? {} : { username, password }),
  });
  return {
    main: source(mainUrl),
    ...(subUrl === undefined ? {} : { sub: source(subUrl) }),
  };
}

interface UpdateOptions {
  readonly channel: number;
  readonly url?: string;
  /** False: `--no-sub-url`. */
  readonly subUrl?: string | false;
  readonly name?: string;
  readonly username?: string;
  readonly encrypted?: boolean;
  /** False: `--no-onvif`. */
  readonly onvif?: string | false;
  readonly onvifUser?: string;
}

async function changeOf(
  serial: string,
  options: UpdateOptions,
  context: CommandContext,
): Promise<AnyInput<'camera.update'>> {
  const { channel: channelNo, url, subUrl, name, username, encrypted } = options;
  const { secrets } = context;
  const { onvif, onvifUser } = options;
  return {
    serial,
    channelNo,
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { mainUrl: await readCameraUrl(url, mainPrompt, secrets) }),
    ...(subUrl === undefined
      ? {}
      : { subUrl: subUrl === false ? null : await readCameraUrl(subUrl, subPrompt, secrets) }),
    ...(username === undefined
      ? {}
      : {
          login: {
            username,
            password: username === '' ? '' : await secrets.read(passwordVariable, `Password of ${username}`),
          },
        }),
    ...(onvif === false ? { onvif: null } : {}),
    ...(onvif === false || (onvif === undefined && onvifUser === undefined)
      ? {}
      : {
          onvif: {
            ...(onvif === undefined ? {} : { url: await readCameraUrl(onvif, onvifPrompt, secrets) }),
            ...(await onvifLogin(onvifUser, context)),
          },
        }),
    ...(encrypted === undefined ? {} : { isEncrypted: encrypted }),
    ...(encrypted ? { validCode: await secrets.read(codeVariable, 'Verification code') } : {}),
  };
}

const channelOption = (channelNo: number) => (channelNo === 1 ? '' : ` --channel ${channelNo}`);

function warnOfRefusal(context: CommandContext, warnings: AnyOutput<'camera.add'>['warnings']): void {
  for (const warning of warnings) {
    const advice = sourceAdvice(warning, cliLocale);
    const what = {
      main: 'the full picture will not come',
      sub: 'the small picture will not come',
      onvif: 'pan-tilt will not work',
    }[warning.profile];
    context.remark(`warning: ${what}: ${warning.message}. ${advice ?? ''}.`);
  }
}

function listText(cameras: AnyOutput<'camera.list'>): string {
  const rows = cameras.map((camera) => [
    camera.serial,
    camera.channelNo,
    camera.name,
    [
      ...camera.sources.map(({ profile, label }) => `${profile} ${label}`),
      ...(camera.onvif === null ? [] : [`onvif ${camera.onvif.label}`]),
    ].join(', '),
    [camera.isEnabled ? '' : 'off', camera.isEncrypted ? 'encrypted' : ''].filter(Boolean).join(', '),
  ]);
  return textTable(
    ['SERIAL', 'CHANNEL', 'NAME', 'SOURCES', ''],
    rows,
    'No cameras yet: oriel camera add --help',
  );
}

export function addCameraCommands(program: Command, context: CommandContext): void {
  const camera = program.command('camera').description('cameras this server can show');

  camera
    .command('add')
    .description('add a camera: an RTSP address without credentials, or a demo scene')
    .argument('[url]', 'rtsp:// or rtsps:// address of the full picture; - to be asked for it')
    .option('--demo <scene>', 'a built-in demo camera instead of an address: harbour or yard')
    .option('--sub-url <url>', 'address of the small picture; - to be asked for it')
    .option('--serial <serial>', 'its name in addresses; made up when left out')
    .option('--channel <number>', 'channel of the device', channelNumber, 1)
    .option('--name <name>', 'what people call it; the serial when left out')
    .option(
      '--username <name>',
      `user name; the password is asked for, or read from ${passwordVariable} or stdin`,
    )
    .option(
      '--onvif <url>',
      'where it is told to turn: http://host/onvif/device_service; - to be asked for it',
    )
    .option(
      '--onvif-user <name>',
      `user name for that, if it is another one; the password is asked for (${onvifPasswordVariable})`,
    )
    .option('--encrypted', `viewers must give a verification code, asked for likewise (${codeVariable})`)
    .action(async (url: string | undefined, options: AddOptions) => {
      const sources = await sourcesOf(url, options, context);
      const onvif = await onvifOf(options, context);
      const validCode = options.encrypted
        ? await context.secrets.read(codeVariable, 'Verification code')
        : undefined;
      const added = await context.run('camera.add', {
        ...(options.serial === undefined ? {} : { serial: options.serial }),
        channelNo: options.channel,
        name: options.name ?? options.serial ?? options.demo ?? 'Camera',
        ...(validCode === undefined ? {} : { validCode, isEncrypted: true }),
        ...sources,
        ...onvif,
      });
      context.show(added, () =>
        [
          `Added ${added.serial}, channel ${added.channelNo}: ${added.name}`,
          `Watch it at ezopen://oriel/${added.serial}/${added.channelNo}.live`,
          `Try it with: npm run oriel -- camera check ${added.serial}${channelOption(added.channelNo)}`,
        ].join('\n'),
      );
      warnOfRefusal(context, added.warnings);
    });

  camera
    .command('update')
    .description('change a camera that is there; what is not named stays as it is, views go on')
    .argument('<serial>')
    .option('--channel <number>', 'channel of the device', channelNumber, 1)
    .option('--url <url>', 'another address of the full picture; - to be asked for it')
    .option('--sub-url <url>', 'another address of the small picture; - to be asked for it')
    .option('--no-sub-url', 'without small picture from now on')
    .option('--name <name>', 'what people call it')
    .option(
      '--username <name>',
      `another login; the password is asked for (${passwordVariable}). "" for none`,
    )
    .option('--onvif <url>', 'another address at which it is told to turn; - to be asked for it')
    .option('--no-onvif', 'without pan-tilt from now on')
    .option(
      '--onvif-user <name>',
      `another login for that; the password is asked for (${onvifPasswordVariable}). "" for none`,
    )
    .option('--encrypted', `viewers must give a verification code, asked for likewise (${codeVariable})`)
    .option('--no-encrypted', 'viewers need no verification code any more')
    .action(async (serial: string, options: UpdateOptions) => {
      const changed = await context.run('camera.update', await changeOf(serial, options, context));
      context.show(changed, () => listText([changed]));
      warnOfRefusal(context, changed.warnings);
    });

  camera
    .command('list')
    .description('list cameras')
    .action(async () => {
      const cameras = await context.run('camera.list', {});
      context.show(cameras, () => listText(cameras));
    });

  camera
    .command('check')
    .description('connect to a camera, say what it sends and what will not play')
    .argument('<serial>')
    .option('--channel <number>', 'channel of the device', channelNumber, 1)
    .action(async (serial: string, { channel }: { channel: number }) => {
      const report = await context.run('camera.check', { serial, channelNo: channel });
      const findings = describeCheck(report);
      context.show(report, () => findings.lines.join('\n'));
      if (!findings.isGood) throw new Fault();
    });

  camera
    .command('remove')
    .description('remove a device with all its channels; running views end')
    .argument('<serial>')
    .action(async (serial: string) => {
      context.show(await context.run('camera.remove', { serial }), () => `Removed ${serial}`);
    });

  for (const [name, what] of [
    ['enable', 'show a camera again'],
    ['disable', 'hide a camera from viewers; running views end'],
  ] as const) {
    camera
      .command(name)
      .description(what)
      .argument('<serial>')
      .action(async (serial: string) => {
        const result = await context.run(`camera.${name}`, { serial });
        context.show(result, () => `${serial} is ${result.isEnabled ? 'on' : 'off'}`);
      });
  }
}
