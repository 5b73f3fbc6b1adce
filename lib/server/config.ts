import { isIP } from 'node:net';
import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import { err, ok, type Result } from '../kernel/result.ts';
import { recordingsFolder } from './data-folder.ts';
import { isPlainOrigin } from './frame/frame-headers.ts';
import { type MapConfig, mapConfigOf, mapProblem, mapVariables } from './map-config.ts';
import { type TalkConfig, talkConfigOf, talkProblem, talkVariables } from './talk-config.ts';

/** Settings from environment variables. Read once at start; nothing else reads `process.env`. */
export interface Config {
  readonly mode: 'production' | 'development';
  /** Absolute path of the folder with the database, the secrets, the lock and the control socket. */
  readonly dataDir: string;
  /** Absolute path of the folder of recordings. */
  readonly recordingsDir: string;
  /** Where sealed recordings are moved; null: they stay in the folder. */
  readonly objectStore: (BucketConfig & { readonly cacheBytes: number }) | null;
  /** Where uploaded files are; null, or not `isForNewFiles`: new ones are in the database. */
  readonly fileBucket: (BucketConfig & { readonly isForNewFiles: boolean }) | null;
  readonly host: string;
  /** 0: chosen by the system. */
  readonly port: number;
  readonly samplePort: number;
  /** Origin as browsers see it, without a trailing slash; null: from each request's Host header. */
  readonly publicUrl: string | null;
  /** PostgreSQL; null: the embedded database. Contains a password: never log it. */
  readonly databaseUrl: string | null;
  /** Null: the first ffmpeg in PATH, if any. */
  readonly ffmpegPath: string | null;
  /** Absolute path of a program that speaks texts; null: texts cannot be sent as voice messages. */
  readonly ttsPath: string | null;
  /** CIDR ranges allowed for cameras, besides public addresses; null: the private ranges. */
  readonly cameraNetworks: readonly string[] | null;
  /** UDP ports at which cameras send media, both inclusive; null: the default range. */
  readonly rtpPorts: { readonly from: number; readonly to: number } | null;
  /** PEM file of certificates accepted for rtsps cameras besides publicly trusted ones; null: none. */
  readonly cameraCaPath: string | null;
  /** Origins besides our own from which images of themes may be loaded. */
  readonly imageOrigins: readonly string[];
  /** Of other servers whose streams players may play. */
  readonly streamOrigins: readonly string[];
  /** Where console pages send API calls: a path on this server, or the URL of another backend. */
  readonly consoleApi: string;
  /** CIDR ranges of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Demo cameras show a machine-readable line with frame number and time, for tests. */
  readonly hasDemoFrameCode: boolean;
  /** The demo cameras of a new installation record from the start. */
  readonly hasDemoRecordings: boolean;
  /** Contains secrets: never log it. */
  readonly talk: TalkConfig;
  /** Contains a key: never log it. */
  readonly map: MapConfig;
  /** Bearer token of `/metrics`; null: a credential of systemd, or there is no such page. Never log it. */
  readonly metricsToken: string | null;
  /** Of this process among those on one database; null: from its machine and port. */
  readonly processName: string | null;
  readonly logLevel: (typeof logLevels)[number];
  /** Folder of systemd credentials (`CREDENTIALS_DIRECTORY`); null: secrets are in the data folder. */
  readonly credentialsFolder: string | null;
}

/** A bucket of an S3-compatible service. */
export interface BucketConfig {
  /** Origin of the service. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Empty, or ends with `/`. */
  readonly prefix: string;
  readonly region: string;
  readonly isPathStyle: boolean;
  /** Absolute path of a file with credentials; null: from the environment or systemd. */
  readonly credentialsPath: string | null;
  /** From the environment. Never log it. */
  readonly environment: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

const logLevels = ['debug', 'info', 'warn', 'error'] as const;

const port = (name: string) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `${name} must be a whole number from 0 to 65535`)
    .transform(Number)
    .refine((value) => value <= 65_535, `${name} must be a whole number from 0 to 65535`);

/** True for `10.0.0.0/8`, `fd00::/8` and single addresses. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && !url.username && !url.password && !url.search && !url.hash && url.pathname === '/';
}

/** Its error never repeats the value, which contains a password. */
function isPostgres(text: string): boolean {
  return URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol);
}

/** A path on this origin (handled here or by a reverse proxy), or the URL of another backend. */
function isConsoleApi(text: string): boolean {
  if (/^(?:\/[A-Za-z0-9._~-]+)+$/.test(text)) return !/\/\.{1,2}(?:\/|$)/.test(text);
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password && !search && !hash && !/[\s;,'"]/.test(text);
}

const badRtpPorts =
  'ORIEL_RTP_PORTS must be a range of at least four ports between 1024 and 65535, for example 20000-21999';

/** A list with commas. */
const partsOf = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const origins = (name: string, example: string) =>
  partsOf
    .superRefine((list, context) => {
      for (const part of list.filter((item) => !isPlainOrigin(item))) {
        context.addIssue(
          `${name}: "${part.slice(0, 128)}" is not an origin such as ${example}: http or https, lower case, no path, no slash at the end`,
        );
      }
    })
    .transform((list) => [...new Set(list)]);

const networks = (name: string) =>
  partsOf.superRefine((list, context) => {
    for (const part of list.filter((item) => !isNetwork(item))) {
      context.addIssue(`${name}: "${part}" is not a network such as 192.168.1.0/24 or fd00::/8`);
    }
  });

/** The settings of a bucket. `prefix`: of their names. */
function bucketVariables<Prefix extends string>(prefix: Prefix) {
  const fields = {
    ENDPOINT: z
      .string()
      .refine(isOrigin, `${prefix}_ENDPOINT must be an origin such as https://s3.eu-central-1.amazonaws.com`)
      .transform((text) => new URL(text).origin)
      .nullable()
      .default(null),
    BUCKET: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/, `${prefix}_BUCKET must be the name of a bucket`)
      .nullable()
      .default(null),
    PREFIX: z
      .string()
      .regex(
        /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?$/,
        `${prefix}_PREFIX must be a path such as oriel/site-1`,
      )
      .transform((text) => `${text.replace(/\/$/, '')}/`)
      .default(''),
    REGION: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,64}$/, `${prefix}_REGION must be a region such as eu-central-1`)
      .default('us-east-1'),
    PATH_STYLE: z
      .enum(['0', '1'], `${prefix}_PATH_STYLE must be 0 or 1`)
      .transform((text) => text === '1')
      .default(true),
    CREDENTIALS: z
      .string()
      .refine(
        (path) => isAbsolute(path) && !path.includes('\0'),
        `${prefix}_CREDENTIALS must be the absolute path of a file with credentials`,
      )
      .nullable()
      .default(null),
    ACCESS_KEY_ID: z
      .string()
      .regex(/^\S{1,256}$/, `${prefix}_ACCESS_KEY_ID must not contain spaces (its value is not shown)`)
      .nullable()
      .default(null),
    SECRET_ACCESS_KEY: z
      .string()
      .regex(/^\S{1,256}$/, `${prefix}_SECRET_ACCESS_KEY must not contain spaces (its value is not shown)`)
      .nullable()
      .default(null),
  };
  type Fields = typeof fields;
  const named = Object.entries(fields).map(([name, field]) => [`${prefix}_${name}`, field]);
  return Object.fromEntries(named) as {
    [Name in keyof Fields & string as `${Prefix}_${Name}`]: Fields[Name];
  };
}

const variables = z.object({
  ORIEL_MODE: z
    .enum(['production', 'development'], 'ORIEL_MODE must be production or development')
    .default('production'),
  ORIEL_DATA_DIR: z
    .string()
    .refine((path) => !path.includes('\0'), 'ORIEL_DATA_DIR must be a folder path')
    .default('./data'),
  ORIEL_RECORDINGS_DIR: z
    .string()
    .refine((path) => !path.includes('\0'), 'ORIEL_RECORDINGS_DIR must be a folder path')
    .nullable()
    .default(null),
  ...bucketVariables('ORIEL_S3'),
  ORIEL_S3_CACHE_GB: z
    .string()
    .regex(/^\d{1,6}(?:\.\d{1,3})?$/, 'ORIEL_S3_CACHE_GB must be a number of GiB')
    .transform((text) => Math.round(Number(text) * 2 ** 30))
    .default(20 * 2 ** 30),
  ...bucketVariables('ORIEL_FILES_S3'),
  ORIEL_FILES_STORE: z
    .enum(['database', 'bucket'], 'ORIEL_FILES_STORE must be database or bucket')
    .nullable()
    .default(null),
  ORIEL_HOST: z
    .string()
    .regex(
      /^[A-Za-z0-9.:-]{1,253}$/,
      'ORIEL_HOST must be an address to listen on, for instance 127.0.0.1, 0.0.0.0 or ::',
    )
    .default('127.0.0.1'),
  ORIEL_PORT: port('ORIEL_PORT').default(7410),
  ORIEL_SAMPLE_PORT: port('ORIEL_SAMPLE_PORT').default(7411),
  ORIEL_PUBLIC_URL: z
    .string()
    .refine(
      isOrigin,
      'ORIEL_PUBLIC_URL must be an origin such as https://cameras.example.com: http or https, no path, no user name',
    )
    .transform((text) => new URL(text).origin)
    .nullable()
    .default(null),
  DATABASE_URL: z
    .string()
    .refine(isPostgres, 'DATABASE_URL must start with postgres:// or postgresql:// (its value is not shown)')
    .nullable()
    .default(null),
  ORIEL_FFMPEG: z
    .string()
    .refine(
      (path) => isAbsolute(path) && !path.includes('\0'),
      'ORIEL_FFMPEG must be the absolute path of an ffmpeg program',
    )
    .nullable()
    .default(null),
  ORIEL_TTS: z
    .string()
    .refine(
      (path) => isAbsolute(path) && !path.includes('\0'),
      'ORIEL_TTS must be the absolute path of a program that speaks, for instance /usr/bin/espeak-ng',
    )
    .nullable()
    .default(null),
  ORIEL_CAMERA_NETWORKS: networks('ORIEL_CAMERA_NETWORKS').nullable().default(null),
  ORIEL_RTP_PORTS: z
    .string()
    .regex(/^\d{1,5}-\d{1,5}$/, badRtpPorts)
    .transform((text) => {
      const [from = 0, to = 0] = text.split('-').map(Number);
      return { from, to };
    })
    .refine(({ from, to }) => from >= 1_024 && to <= 65_535 && to - from >= 3, badRtpPorts)
    .nullable()
    .default(null),
  ORIEL_CAMERA_CA: z
    .string()
    .refine(
      (path) => isAbsolute(path) && !path.includes('\0'),
      'ORIEL_CAMERA_CA must be the absolute path of a PEM file with certificates',
    )
    .nullable()
    .default(null),
  ORIEL_IMAGE_ORIGINS: origins('ORIEL_IMAGE_ORIGINS', 'https://images.example.com').default([]),
  ORIEL_STREAM_ORIGINS: origins('ORIEL_STREAM_ORIGINS', 'https://streams.example.com').default([]),
  ORIEL_CONSOLE_API: z
    .string()
    .refine(
      isConsoleApi,
      'ORIEL_CONSOLE_API must be a path such as /api/admin, or the URL of another backend such as https://backend.example.com/admin',
    )
    .transform((text) => text.replace(/\/+$/, ''))
    .default('/api/admin'),
  ORIEL_TRUSTED_PROXIES: networks('ORIEL_TRUSTED_PROXIES').default([]),
  ORIEL_DEMO_FRAME_CODE: z
    .enum(['0', '1'], 'ORIEL_DEMO_FRAME_CODE must be 0 or 1')
    .transform((text) => text === '1')
    .default(false),
  ORIEL_DEMO_RECORDINGS: z
    .enum(['0', '1'], 'ORIEL_DEMO_RECORDINGS must be 0 or 1')
    .transform((text) => text === '1')
    .default(true),
  ...talkVariables,
  ...mapVariables,
  ORIEL_METRICS_TOKEN: z
    .string()
    .regex(
      /^[\x21-\x7e]{32,256}$/,
      'ORIEL_METRICS_TOKEN must be 32 to 256 printable characters without spaces (its value is not shown)',
    )
    .nullable()
    .default(null),
  ORIEL_PROCESS_NAME: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, 'ORIEL_PROCESS_NAME must be a name such as server-1')
    .nullable()
    .default(null),
  ORIEL_LOG_LEVEL: z
    .enum(logLevels, `ORIEL_LOG_LEVEL must be one of ${logLevels.join(', ')}`)
    .default('info'),
  CREDENTIALS_DIRECTORY: z.string().nullable().default(null),
});

/** Read by tests, the command line and the sample page; not reported as unknown. */
const otherKnownNames = new Set([
  'ORIEL_SEED',
  'ORIEL_CAMERA_PASSWORD',
  'ORIEL_CAMERA_CODE',
  'ORIEL_ONVIF_PASSWORD',
  'ORIEL_ADMIN_PASSWORD',
  'ORIEL_SAMPLE_HOST',
]);

export interface ParsedConfig {
  readonly config: Config;
  /** One sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Reads the environment. An empty variable counts as unset, as in shells and compose files. On failure,
 * returns one sentence for each invalid value.
 */
export function parseConfig(
  env: Readonly<Record<string, string | undefined>>,
): Result<ParsedConfig, readonly string[]> {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(set);
  if (!parsed.success) return err(parsed.error.issues.map((issue) => issue.message));
  const value = parsed.data;
  const warnings = Object.keys(set)
    .filter((name) => name.startsWith('ORIEL_') && !(name in variables.shape) && !otherKnownNames.has(name))
    .map((name) => `${name} is not a variable of Oriel and is ignored. Check the spelling`);
  if (value.ORIEL_PORT !== 0 && value.ORIEL_PORT === value.ORIEL_SAMPLE_PORT) {
    return err(['ORIEL_PORT and ORIEL_SAMPLE_PORT must differ: the sample page needs an origin of its own']);
  }
  const incomplete = bucketPrefixes.find(
    (prefix) => (value[`${prefix}_ENDPOINT`] === null) !== (value[`${prefix}_BUCKET`] === null),
  );
  if (incomplete)
    return err([`${incomplete}_ENDPOINT and ${incomplete}_BUCKET must both be set, or neither`]);
  if (value.ORIEL_FILES_STORE === 'bucket' && value.ORIEL_FILES_S3_ENDPOINT === null) {
    return err(['ORIEL_FILES_STORE=bucket needs ORIEL_FILES_S3_ENDPOINT and ORIEL_FILES_S3_BUCKET']);
  }
  const problem = talkProblem(value, value.CREDENTIALS_DIRECTORY !== null) ?? mapProblem(value);
  if (problem !== null) return err([problem]);
  const objectStore = bucketOf(value, 'ORIEL_S3');
  const fileBucket = bucketOf(value, 'ORIEL_FILES_S3');
  return ok({
    warnings,
    config: {
      mode: value.ORIEL_MODE,
      dataDir: resolve(value.ORIEL_DATA_DIR),
      recordingsDir: resolve(value.ORIEL_RECORDINGS_DIR ?? join(value.ORIEL_DATA_DIR, recordingsFolder)),
      objectStore: objectStore && { ...objectStore, cacheBytes: value.ORIEL_S3_CACHE_GB },
      fileBucket: fileBucket && { ...fileBucket, isForNewFiles: value.ORIEL_FILES_STORE !== 'database' },
      host: value.ORIEL_HOST,
      port: value.ORIEL_PORT,
      samplePort: value.ORIEL_SAMPLE_PORT,
      publicUrl: value.ORIEL_PUBLIC_URL,
      databaseUrl: value.DATABASE_URL,
      ffmpegPath: value.ORIEL_FFMPEG,
      ttsPath: value.ORIEL_TTS,
      cameraNetworks: value.ORIEL_CAMERA_NETWORKS,
      rtpPorts: value.ORIEL_RTP_PORTS,
      cameraCaPath: value.ORIEL_CAMERA_CA,
      imageOrigins: value.ORIEL_IMAGE_ORIGINS,
      streamOrigins: value.ORIEL_STREAM_ORIGINS,
      consoleApi: value.ORIEL_CONSOLE_API,
      trustedProxies: value.ORIEL_TRUSTED_PROXIES,
      hasDemoFrameCode: value.ORIEL_DEMO_FRAME_CODE,
      hasDemoRecordings: value.ORIEL_DEMO_RECORDINGS,
      talk: talkConfigOf(value),
      map: mapConfigOf(value),
      metricsToken: value.ORIEL_METRICS_TOKEN,
      processName: value.ORIEL_PROCESS_NAME,
      logLevel: value.ORIEL_LOG_LEVEL,
      credentialsFolder: value.CREDENTIALS_DIRECTORY,
    },
  });
}

const bucketPrefixes = ['ORIEL_S3', 'ORIEL_FILES_S3'] as const;

function bucketOf(
  value: z.output<typeof variables>,
  prefix: (typeof bucketPrefixes)[number],
): BucketConfig | null {
  const endpoint = value[`${prefix}_ENDPOINT`];
  const bucket = value[`${prefix}_BUCKET`];
  const accessKeyId = value[`${prefix}_ACCESS_KEY_ID`];
  const secretAccessKey = value[`${prefix}_SECRET_ACCESS_KEY`];
  if (endpoint === null || bucket === null) return null;
  return {
    endpoint,
    bucket,
    prefix: value[`${prefix}_PREFIX`],
    region: value[`${prefix}_REGION`],
    isPathStyle: value[`${prefix}_PATH_STYLE`],
    credentialsPath: value[`${prefix}_CREDENTIALS`],
    environment: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  };
}
