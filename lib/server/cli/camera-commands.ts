import type { Command } from 'commander';
import { talkSettings } from '../../domain/devices/camera-input.ts';
import { sourceAdvice } from '../../domain/devices/source-advice.ts';
import { AppError } from '../../kernel/app-error.ts';
import { type TransportChoice, transportChoices } from '../../media/ports.ts';
import { readCameraUrl } from './camera-url-input.ts';
import { type CommandContext, Fault } from './command-context.ts';
import { asSentence, describeCheck } from './describe-check.ts';
import { cliLocale } from './describe-error.ts';
import type { AnyInput, AnyOutput } from './operations.ts';
import { textTable } from './text-table.ts';

const passwordVariable = 'ORIEL_CAMERA_PASSWORD';
const onvifPasswordVariable = 'ORIEL_ONVIF_PASSWORD';
const codeVariable = 'ORIEL_CAMERA_CODE';
const mainPrompt = 'Address of the main stream';
const subPrompt = 'Address of the sub stream';
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
  readonly talk?: TalkSetting;
  readonly transport?: TransportChoice;
}

function channelNumber(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text))
    throw new AppError('cli.usage', '--channel must be a number from 1 to 256');
  return Number(text);
}

type TalkSetting = (typeof talkSettings)[number];

function talkSetting(text: string): TalkSetting {
  const known = talkSettings.find((setting) => setting === text);
  if (!known) throw new AppError('cli.usage', `--talk must be one of ${talkSettings.join(', ')}`);
  return known;
}

function transportChoice(text: string): TransportChoice {
  const known = transportChoices.find((choice) => choice === text);
  if (!known) throw new AppError('cli.usage', `--transport must be one of ${transportChoices.join(', ')}`);
  return known;
}
const transportHelp =
  'how the camera sends: auto (TCP, or UDP if it does not send over TCP), tcp, udp or multicast (TCP if nothing arrives)';

const talkHelp = 'talk: auto (the camera is asked for its loudspeaker), off, full, or half (half duplex)';

type Sources = Pick<AnyInput<'camera.add'>, 'main' | 'sub'>;

/** A separate ONVIF login; without it, the login of the stream is used. */
async function onvifLogin(username: string | undefined, { secrets }: CommandContext) {
  if (username === undefined) return {};
  const prompt = `ONVIF password of ${username}`;
  const password = username === '' ? '' : await secrets.read(onvifPasswordVariable, prompt);
  return { login: { username, password } };
}

async function onvifOf(options: AddOptions, context: CommandContext) {
  const { onvif, onvifUser } = options;
  if (onvif === undefined) {
    if (onvifUser !== undefined) throw new AppError('cli.usage', '--onvif-user requires --onvif');
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
    const { subUrl, username, transport } = options;
    if ([url, subUrl, username, transport].some((given) => given !== undefined)) {
      throw new AppError(
        'cli.usage',
        '--demo cannot be combined with an address, a user name or a transport',
      );
    }
    const scene = { kind: 'demo', scene: options.demo } as const;
    return { main: scene, sub: scene };
  }
  if (url === undefined) throw new AppError('cli.usage', 'Give the address of the camera, or --demo <scene>');
  const { secrets } = context;
  const mainUrl = await readCameraUrl(url, mainPrompt, secrets);
  const subUrl =
    options.subUrl === undefined ? undefined : await readCameraUrl(options.subUrl, subPrompt, secrets);
  const { username, transport } = options;
  const password =
    username === undefined ? undefined : await secrets.read(passwordVariable, `Password of ${username}`);
  const source = (address: string): Sources['main'] => ({
    kind: 'rtsp',
    url: address,
    ...(username === undefined ? {} : { username, password }),
    ...(transport === undefined ? {} : { transport }),
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
  readonly talk?: TalkSetting;
  readonly transport?: TransportChoice;
}

async function updateInput(
  serial: string,
  options: UpdateOptions,
  context: CommandContext,
): Promise<AnyInput<'camera.update'>> {
  const { channel: channelNo, url, subUrl, name, username, encrypted, talk, transport } = options;
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
    ...(talk === undefined ? {} : { talk }),
    ...(transport === undefined ? {} : { transport }),
    ...(encrypted === undefined ? {} : { isEncrypted: encrypted }),
    ...(encrypted ? { validCode: await secrets.read(codeVariable, 'Verification code') } : {}),
  };
}

const channelOption = (channelNo: number) => (channelNo === 1 ? '' : ` --channel ${channelNo}`);

function warnOfRefusal(context: CommandContext, warnings: AnyOutput<'camera.add'>['warnings']): void {
  for (const warning of warnings) {
    const advice = sourceAdvice(warning, cliLocale);
    const what = {
      main: 'the main stream will not work',
      sub: 'the sub stream will not work',
      onvif: 'PTZ will not work',
    }[warning.profile];
    context.remark(`warning: ${what}: ${warning.message}.${advice === null ? '' : ` ${asSentence(advice)}`}`);
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
    [
      camera.isEnabled ? '' : 'disabled',
      camera.isEncrypted ? 'encrypted' : '',
      camera.talk === 'auto' ? '' : `talk ${camera.talk}`,
      ...new Set(camera.sources.map(({ transport }) => (transport === 'auto' ? '' : `over ${transport}`))),
    ]
      .filter(Boolean)
      .join(', '),
  ]);
  return textTable(
    ['SERIAL', 'CHANNEL', 'NAME', 'SOURCES', ''],
    rows,
    'No cameras yet: oriel camera add --help',
  );
}

export function addCameraCommands(program: Command, context: CommandContext): void {
  const camera = program.command('camera').description('manage cameras');

  camera
    .command('add')
    .description('add a camera: an RTSP address without credentials, or a demo scene')
    .argument('[url]', 'rtsp:// or rtsps:// address of the main stream; - to enter it at a prompt')
    .option('--demo <scene>', 'add a built-in demo camera instead: harbour or yard')
    .option('--sub-url <url>', 'address of the sub stream; - to enter it at a prompt')
    .option('--serial <serial>', 'serial number used in playback addresses; generated by default')
    .option('--channel <number>', 'channel of the device', channelNumber, 1)
    .option('--name <name>', 'display name; the serial number by default')
    .option(
      '--username <name>',
      `user name; the password is prompted for, or read from ${passwordVariable} or standard input`,
    )
    .option(
      '--onvif <url>',
      'ONVIF address for PTZ, for example http://host/onvif/device_service; - to enter it at a prompt',
    )
    .option(
      '--onvif-user <name>',
      `user name for ONVIF, if different; prompts for its password, or reads ${onvifPasswordVariable}`,
    )
    .option('--transport <how>', transportHelp, transportChoice)
    .option('--talk <how>', talkHelp, talkSetting)
    .option(
      '--encrypted',
      `require a verification code from viewers; prompts for it, or reads ${codeVariable}`,
    )
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
        ...(options.talk === undefined ? {} : { talk: options.talk }),
      });
      context.show(added, () =>
        [
          `Added ${added.serial}, channel ${added.channelNo}: ${added.name}`,
          `Playback address: ezopen://oriel/${added.serial}/${added.channelNo}.live`,
          `Check it with: npm run oriel -- camera check ${added.serial}${channelOption(added.channelNo)}`,
        ].join('\n'),
      );
      warnOfRefusal(context, added.warnings);
    });

  camera
    .command('update')
    .description('change a camera; options not given keep their values')
    .argument('<serial>')
    .option('--channel <number>', 'channel of the device', channelNumber, 1)
    .option('--url <url>', 'new address of the main stream; - to enter it at a prompt')
    .option('--sub-url <url>', 'new address of the sub stream; - to enter it at a prompt')
    .option('--no-sub-url', 'remove the sub stream')
    .option('--name <name>', 'new display name')
    .option(
      '--username <name>',
      `new user name; prompts for the password, or reads ${passwordVariable}; "" removes the login`,
    )
    .option('--onvif <url>', 'new ONVIF address; - to enter it at a prompt')
    .option('--no-onvif', 'remove PTZ')
    .option(
      '--onvif-user <name>',
      `new ONVIF user name; prompts for its password, or reads ${onvifPasswordVariable}; "" removes the login`,
    )
    .option('--transport <how>', transportHelp, transportChoice)
    .option('--talk <how>', talkHelp, talkSetting)
    .option(
      '--encrypted',
      `require a verification code from viewers; prompts for it, or reads ${codeVariable}`,
    )
    .option('--no-encrypted', 'no longer require a verification code')
    .action(async (serial: string, options: UpdateOptions) => {
      const changed = await context.run('camera.update', await updateInput(serial, options, context));
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
    .description('connect to a camera and report what it sends and what cannot be played')
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
    .description('delete a device with all its channels and end its streams')
    .argument('<serial>')
    .action(async (serial: string) => {
      context.show(await context.run('camera.remove', { serial }), () => `Removed ${serial}`);
    });

  for (const [name, what] of [
    ['enable', 'enable a camera'],
    ['disable', 'disable a camera: hide it from viewers and end its streams'],
  ] as const) {
    camera
      .command(name)
      .description(what)
      .argument('<serial>')
      .action(async (serial: string) => {
        const result = await context.run(`camera.${name}`, { serial });
        context.show(result, () => `${serial} is ${result.isEnabled ? 'enabled' : 'disabled'}`);
      });
  }
}
