// The sample host, as an integrator would run it: pages on a separate origin, and a small backend that keeps
// the application's secret and exchanges it for short-lived access tokens. It uses only Oriel's HTTP API.
//
// Environment: ORIEL_SERVER (origin of Oriel), ORIEL_SAMPLE_PORT, ORIEL_SAMPLE_CREDENTIALS (JSON file with
// appKey and appSecret). Start reading at `answer`.
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { isIP } from 'node:net';
import { basename, extname, join } from 'node:path';

const server = process.env.ORIEL_SERVER ?? 'http://127.0.0.1:7410';
const port = Number(process.env.ORIEL_SAMPLE_PORT ?? 7411);
const host = process.env.ORIEL_SAMPLE_HOST ?? '127.0.0.1';
const credentialsFile = process.env.ORIEL_SAMPLE_CREDENTIALS ?? 'data/sample-host.json';
/** Cameras that these pages may show. A real backend would check the signed-in user's permissions. */
const cameras = ['DEMO00001:1', 'DEMO00002:1'];
/** All of them, for the sample pages. A page for viewers only asks for `live`. */
const capabilities = ['live', 'playback.cloud', 'playback.local', 'ptz', 'talk', 'voice'];
/** Short, because the player requests a new one when it expires. */
const tokenSeconds = 3600;

const folder = join(import.meta.dirname, 'public');
/** Files by path: `index.html` is `/`, `wall.html` is `/wall`, scripts and styles keep their names. */
const pages = new Map(
  await Promise.all(
    (await readdir(folder)).map(async (name) => [
      extname(name) === '.html' ? `/${basename(name, '.html').replace(/^index$/, '')}` : `/${name}`,
      { type: typeOf(name), body: await readFile(join(folder, name), 'utf8') },
    ]),
  ),
);

function typeOf(name) {
  const types = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' };
  return `${types[extname(name)]}; charset=utf-8`;
}

const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'self' ${server}`,
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    `frame-src ${server}`,
    // Snapshots and recordings that the player passes to the page.
    "img-src 'self' data: blob:",
    'media-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

async function readCredentials() {
  const { appKey, appSecret } = JSON.parse(await readFile(credentialsFile, 'utf8'));
  return { appKey, appSecret };
}

/** Exchanges the application's secret for an access token. The secret is sent only to Oriel. */
async function fetchToken() {
  const { appKey, appSecret } = await readCredentials();
  const form = new URLSearchParams({
    appKey,
    appSecret,
    cameras: cameras.join(','),
    capabilities: capabilities.join(','),
    expireSeconds: String(tokenSeconds),
  });
  const answer = await fetch(`${server}/api/lapp/token/get`, { method: 'POST', body: form });
  const { code, msg, data } = await answer.json();
  if (String(code) !== '200') throw new Error(`Oriel issued no token: ${code} ${msg}`);
  return data.accessToken;
}

/**
 * Prevents DNS rebinding: a foreign host name that resolves to this machine could request tokens from our
 * origin. Only IP addresses and `localhost` are accepted.
 */
function isOurs(hostHeader = '') {
  if (!URL.canParse(`http://${hostHeader}`)) return false;
  const { hostname } = new URL(`http://${hostHeader}`);
  return hostname === 'localhost' || hostname === host || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

/** Pages that load Oriel's script with a plain tag have server and application in their markup. */
async function fillIn({ body }) {
  if (!body.includes('{{')) return body;
  const values = { server, app: (await readCredentials()).appKey };
  return body.replace(/\{\{(server|app)\}\}/g, (_, name) =>
    values[name].replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  );
}

async function answer(request, response) {
  const path = request.url.split('?')[0];
  const send = (status, type, body) =>
    response.writeHead(status, { ...headers, 'content-type': type }).end(body);
  const sendJson = (status, value) => send(status, 'application/json; charset=utf-8', JSON.stringify(value));
  try {
    if (!isOurs(request.headers.host))
      return sendJson(403, { message: 'This page is reached by an address or as localhost' });
    if (request.method === 'POST' && path === '/token') {
      // Pages of other origins must not be able to fetch tokens with a visitor's cookies.
      if (request.headers['sec-fetch-site'] && request.headers['sec-fetch-site'] !== 'same-origin')
        return sendJson(403, { message: 'Only this page may ask' });
      return sendJson(200, { accessToken: await fetchToken() });
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendJson(405, { message: 'Only GET' });
    if (path === '/settings.json')
      return sendJson(200, { server, app: (await readCredentials()).appKey, cameras });
    const page = pages.get(path);
    return page
      ? send(200, page.type, await fillIn(page))
      : send(404, 'text/plain; charset=utf-8', 'Not found\n');
  } catch (error) {
    console.error(`sample host: ${path}: ${error.message}`);
    return sendJson(502, {
      message: 'Oriel gave no token: is it running, and does its sample application exist?',
    });
  }
}

const httpServer = createServer(answer);
httpServer.once('error', ({ code }) => {
  const why =
    code === 'EADDRINUSE' ? 'the port is in use by another program' : `system error ${code ?? 'unknown'}`;
  console.error(
    `The sample host page cannot listen on ${host} port ${port}: ${why}. Set ORIEL_SAMPLE_PORT to another port.`,
  );
  process.exit(1);
});
httpServer.listen(port, host, () => {
  // Exit if the parent process is gone: nothing else would stop this one.
  if (process.send && !process.connected) return stop();
  process.send?.({ type: 'listening', port: httpServer.address().port });
});

function stop() {
  httpServer.close(() => process.exit(0));
  httpServer.closeAllConnections();
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);
