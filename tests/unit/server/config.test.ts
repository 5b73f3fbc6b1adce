import { expect } from 'expect';
import { describe, it } from 'vitest';
import { parseConfig } from '../../../lib/server/config.ts';

function problemsOf(env: Record<string, string>): readonly string[] {
  const parsed = parseConfig(env);
  if (parsed.ok) throw new Error('this environment should have been rejected');
  return parsed.error;
}

function configOf(env: Record<string, string>) {
  const parsed = parseConfig(env);
  if (!parsed.ok) throw new Error(parsed.error.join('; '));
  return parsed.value;
}

describe('the environment', () => {
  it('is optional', () => {
    const { config, warnings } = configOf({});
    expect(warnings).toEqual([]);
    expect(config).toMatchObject({
      mode: 'production',
      host: '127.0.0.1',
      port: 7410,
      samplePort: 7411,
      publicUrl: null,
      databaseUrl: null,
      ffmpegPath: null,
      cameraNetworks: null,
      trustedProxies: [],
      imageOrigins: [],
      streamOrigins: [],
      cameraCaPath: null,
      logLevel: 'info',
    });
    expect(config.dataDir).toBe(`${process.cwd()}/data`);
    expect(config.recordingsDir).toBe(`${process.cwd()}/data/recordings`);
  });

  it('can put recordings on another disk', () => {
    const { config } = configOf({ ORIEL_RECORDINGS_DIR: '/mnt/video' });
    expect(config.recordingsDir).toBe('/mnt/video');
  });

  it('can name a bucket for recordings', () => {
    const s3 = { ORIEL_S3_ENDPOINT: 'http://minio.lan:9000/', ORIEL_S3_BUCKET: 'videos' };
    expect(configOf({}).config.objectStore).toBeNull();
    expect(configOf(s3).config.objectStore).toEqual({
      endpoint: 'http://minio.lan:9000',
      bucket: 'videos',
      prefix: '',
      region: 'us-east-1',
      isPathStyle: true,
      cacheBytes: 20 * 2 ** 30,
      credentialsPath: null,
      environment: null,
    });
    const more = { ORIEL_S3_PREFIX: 'oriel/site-1', ORIEL_S3_CACHE_GB: '0.5', ORIEL_S3_PATH_STYLE: '0' };
    expect(configOf({ ...s3, ...more }).config.objectStore).toMatchObject({
      prefix: 'oriel/site-1/',
      cacheBytes: 2 ** 29,
      isPathStyle: false,
    });
    expect(problemsOf({ ORIEL_S3_BUCKET: 'videos' })).toEqual([
      'ORIEL_S3_ENDPOINT and ORIEL_S3_BUCKET must both be set, or neither',
    ]);
  });

  it('can name another bucket for uploaded files, and leave it again', () => {
    const s3 = {
      ORIEL_FILES_S3_ENDPOINT: 'https://s3.oss-cn-hangzhou.aliyuncs.com',
      ORIEL_FILES_S3_BUCKET: 'uploads',
      ORIEL_FILES_S3_PATH_STYLE: '0',
      ORIEL_FILES_S3_ACCESS_KEY_ID: 'a',
      ORIEL_FILES_S3_SECRET_ACCESS_KEY: 'b',
    };
    expect(configOf({}).config.fileBucket).toBeNull();
    expect(configOf(s3).config).toMatchObject({
      objectStore: null,
      fileBucket: {
        endpoint: 'https://s3.oss-cn-hangzhou.aliyuncs.com',
        bucket: 'uploads',
        isPathStyle: false,
        environment: { accessKeyId: 'a', secretAccessKey: 'b' },
        isForNewFiles: true,
      },
    });
    expect(configOf({ ...s3, ORIEL_FILES_STORE: 'database' }).config.fileBucket?.isForNewFiles).toBe(false);
    expect(problemsOf({ ORIEL_FILES_S3_BUCKET: 'uploads' })).toEqual([
      'ORIEL_FILES_S3_ENDPOINT and ORIEL_FILES_S3_BUCKET must both be set, or neither',
    ]);
    expect(problemsOf({ ORIEL_FILES_STORE: 'bucket' })).toEqual([
      'ORIEL_FILES_STORE=bucket needs ORIEL_FILES_S3_ENDPOINT and ORIEL_FILES_S3_BUCKET',
    ]);
  });

  it.each([
    ['ORIEL_FILES_S3_PREFIX', '../other', /ORIEL_FILES_S3_PREFIX must be a path/],
    ['ORIEL_FILES_STORE', 'cloud', /ORIEL_FILES_STORE must be database or bucket/],
    ['ORIEL_S3_ENDPOINT', 'https://me:secret@s3.lan', /ORIEL_S3_ENDPOINT must be an origin/],
    ['ORIEL_S3_PREFIX', '../other', /ORIEL_S3_PREFIX must be a path/],
    ['ORIEL_S3_CREDENTIALS', 'keys', /ORIEL_S3_CREDENTIALS must be the absolute path/],
    ['ORIEL_S3_CACHE_GB', 'much', /ORIEL_S3_CACHE_GB must be a number/],
    ['ORIEL_PORT', 'abc', /ORIEL_PORT must be a whole number from 0 to 65535/],
    ['ORIEL_PORT', '65536', /ORIEL_PORT must be a whole number from 0 to 65535/],
    ['ORIEL_PORT', '-1', /ORIEL_PORT/],
    ['ORIEL_PORT', '80.5', /ORIEL_PORT/],
    ['ORIEL_SAMPLE_PORT', '1e3', /ORIEL_SAMPLE_PORT/],
    ['ORIEL_HOST', 'a b', /ORIEL_HOST must be an address to listen on/],
    ['ORIEL_HOST', 'http://x', /ORIEL_HOST/],
    ['ORIEL_MODE', 'prod', /ORIEL_MODE must be production or development/],
    ['ORIEL_LOG_LEVEL', 'loud', /ORIEL_LOG_LEVEL must be one of debug, info, warn, error/],
    ['ORIEL_PUBLIC_URL', 'cameras.example.com', /ORIEL_PUBLIC_URL must be an origin/],
    ['ORIEL_PUBLIC_URL', 'ftp://cameras.example.com', /ORIEL_PUBLIC_URL/],
    ['ORIEL_PUBLIC_URL', 'https://cameras.example.com/oriel', /ORIEL_PUBLIC_URL/],
    ['ORIEL_PUBLIC_URL', 'https://me@cameras.example.com', /ORIEL_PUBLIC_URL/],
    ['DATABASE_URL', 'mysql://u:hunter2@db/x', /DATABASE_URL must start with postgres/],
    ['ORIEL_FFMPEG', '-version', /ORIEL_FFMPEG must be the absolute path/],
    ['ORIEL_CAMERA_NETWORKS', '10.0.0.0/33', /"10.0.0.0\/33" is not a network/],
    ['ORIEL_CAMERA_NETWORKS', '10.0.0.0/8,camera.lan', /"camera.lan" is not a network/],
    ['ORIEL_CAMERA_NETWORKS', '10.1/16', /is not a network/],
    ['ORIEL_TRUSTED_PROXIES', 'loopback', /ORIEL_TRUSTED_PROXIES: "loopback" is not a network/],
    ['ORIEL_IMAGE_ORIGINS', 'https://a.example,images.example.com', /"images.example.com" is not an origin/],
    ['ORIEL_IMAGE_ORIGINS', 'https://a.example/', /is not an origin/],
    ['ORIEL_IMAGE_ORIGINS', 'https://a.example; script-src *', /is not an origin/],
    ['ORIEL_IMAGE_ORIGINS', 'https://*.example', /is not an origin/],
    ['ORIEL_STREAM_ORIGINS', 'https://a.example/live', /ORIEL_STREAM_ORIGINS: .* is not an origin/],
    ['ORIEL_STREAM_ORIGINS', '*', /is not an origin/],
    ['ORIEL_STREAM_ORIGINS', 'ws://a.example', /is not an origin/],
    ['ORIEL_CAMERA_CA', 'cameras.pem', /ORIEL_CAMERA_CA must be the absolute path/],
  ])('rejects %s=%s with one clear sentence', (name, value, sentence) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(sentence);
  });

  it('reports every problem at once', () => {
    const problems = problemsOf({
      ORIEL_PORT: 'x',
      ORIEL_HOST: '?',
      ORIEL_LOG_LEVEL: 'x',
      DATABASE_URL: 'x',
    });
    expect(problems).toHaveLength(4);
  });

  it('never repeats a database URL, which holds a password', () => {
    expect(problemsOf({ DATABASE_URL: 'mysql://u:hunter2@db/x' }).join()).not.toContain('hunter2');
  });

  it('rejects one port for both origins', () => {
    expect(problemsOf({ ORIEL_PORT: '7411' }).join()).toContain('must differ');
  });

  it('treats an empty variable as missing', () => {
    expect(configOf({ ORIEL_PORT: '', ORIEL_PUBLIC_URL: '' }).config).toMatchObject({
      port: 7410,
      publicUrl: null,
    });
  });

  it('warns of an unknown name, which may be misspelled', () => {
    const { warnings } = configOf({ ORIEL_POTR: '1', PATH: '/bin', ORIEL_SEED: '1' });
    expect(warnings).toEqual(['ORIEL_POTR is not a variable of Oriel and is ignored. Check the spelling']);
  });

  it('reads lists and origins', () => {
    const { config } = configOf({
      ORIEL_CAMERA_NETWORKS: '10.0.0.0/8, fd00::/8,192.168.1.7',
      ORIEL_PUBLIC_URL: 'https://Cameras.example.com/',
      ORIEL_TRUSTED_PROXIES: '127.0.0.1, fd00::/8',
      ORIEL_DEMO_FRAME_CODE: '1',
      DATABASE_URL: 'postgresql://u:p@db/oriel',
    });
    expect(config.cameraNetworks).toEqual(['10.0.0.0/8', 'fd00::/8', '192.168.1.7']);
    expect([config.hasDemoFrameCode, configOf({}).config.hasDemoFrameCode]).toEqual([true, false]);
    const quiet = configOf({ ORIEL_DEMO_RECORDINGS: '0' }).config;
    expect([config.hasDemoRecordings, quiet.hasDemoRecordings]).toEqual([true, false]);
    expect(config.publicUrl).toBe('https://cameras.example.com');
    expect(config.trustedProxies).toEqual(['127.0.0.1', 'fd00::/8']);
    expect(config.databaseUrl).toBe('postgresql://u:p@db/oriel');
  });
});
