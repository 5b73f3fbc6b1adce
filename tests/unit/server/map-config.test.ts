import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { parseConfig } from '../../../lib/server/config.ts';
import { configuredGeocoder } from '../../../lib/server/geocoder.ts';
import { FakeClock } from '../../kit/fake-clock.ts';
import { scratchFolder } from '../../kit/scratch-folder.ts';

const template = 'https://tiles.example.com/{z}/{x}/{y}.png';
const tiles = { ORIEL_MAP_TILES: template, ORIEL_MAP_ATTRIBUTION: '© Example' };
const amap = { ORIEL_GEOCODER: 'amap', ORIEL_GEOCODER_URL: 'https://restapi.amap.com/' };

describe('the map', () => {
  it('names no host by default', () => {
    expect(parseConfig({})).toMatchObject({ value: { config: { map: { tiles: null, geocoder: null } } } });
  });

  it('has tiles with an attribution, and the coordinates of China if so configured', () => {
    expect(parseConfig({ ...tiles, ORIEL_MAP_DATUM: 'gcj02', ORIEL_MAP_MAX_ZOOM: '19' })).toMatchObject({
      value: {
        config: {
          map: { tiles: { template, attribution: '© Example', datum: 'gcj02', maxZoom: 19 }, geocoder: null },
        },
      },
    });
  });

  it('has a service for addresses', () => {
    expect(parseConfig({ ...amap, ORIEL_GEOCODER_KEY: 'abc' })).toMatchObject({
      value: {
        config: { map: { geocoder: { kind: 'amap', url: 'https://restapi.amap.com', key: 'abc' } } },
      },
    });
  });

  it.each<[string, Record<string, string>]>([
    ['no {y}', { ...tiles, ORIEL_MAP_TILES: 'https://a.example/{z}/{x}.png' }],
    ['{x} twice', { ...tiles, ORIEL_MAP_TILES: 'https://a.example/{z}/{x}/{x}/{y}.png' }],
    ['another part', { ...tiles, ORIEL_MAP_TILES: 'https://a.example/{s}/{z}/{x}/{y}.png' }],
    ['a host that changes', { ...tiles, ORIEL_MAP_TILES: 'https://{x}.example/{z}/{x}/{y}.png' }],
    [
      'a part that ends the policy',
      { ...tiles, ORIEL_MAP_TILES: 'https://a.example;script-src/{z}/{x}/{y}' },
    ],
    ['a login', { ...tiles, ORIEL_MAP_TILES: 'https://me:pw@a.example/{z}/{x}/{y}.png' }],
    ['a script', { ...tiles, ORIEL_MAP_TILES: 'javascript://a/{z}/{x}/{y}' }],
    ['no attribution', { ORIEL_MAP_TILES: template }],
    ['another datum', { ...tiles, ORIEL_MAP_DATUM: 'bd09' }],
    ['a zoom of 0', { ...tiles, ORIEL_MAP_MAX_ZOOM: '0' }],
    ['a service without an address', { ORIEL_GEOCODER: 'amap' }],
    ['an address without its kind', { ORIEL_GEOCODER_URL: 'https://restapi.amap.com' }],
    ['an address with a query', { ...amap, ORIEL_GEOCODER_URL: 'https://restapi.amap.com/?key=1' }],
    ['another kind', { ...amap, ORIEL_GEOCODER: 'baidu' }],
  ])('is refused with %s', (_name, env) => {
    expect(parseConfig(env)).toMatchObject({ ok: false, error: [expect.stringMatching(/^ORIEL_/)] });
  });

  it('is refused with a key that has spaces, without its value', () => {
    const parsed = parseConfig({ ...amap, ORIEL_GEOCODER_KEY: 'two words' });
    expect(parsed).toMatchObject({ ok: false, error: [expect.stringContaining('ORIEL_GEOCODER_KEY')] });
    expect(JSON.stringify(parsed)).not.toContain('two words');
  });
});

describe('the key of the geocoder', () => {
  const network = { clock: new FakeClock(), addressPolicy: { allowed: [], ownPorts: [] } };
  async function withCredential(text: string) {
    const folder = scratchFolder('oriel-credentials-');
    writeFileSync(join(folder, 'oriel-geocoder-key'), text);
    const parsed = parseConfig({ ...amap, CREDENTIALS_DIRECTORY: folder });
    if (!parsed.ok) throw new Error(parsed.error.join());
    return configuredGeocoder(parsed.value.config, network);
  }

  it('can be a credential of systemd', async () => {
    expect(await withCredential('abc\n')).not.toBeNull();
  });

  it('is refused there as in the environment, without its value', async () => {
    const refused = withCredential('two words');
    await expect(refused).rejects.toMatchObject({ code: 'server.badGeocoderKey' });
    await expect(refused).rejects.not.toThrow('two words');
  });
});
