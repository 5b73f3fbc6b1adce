// The sample host: what an integrator runs. Pages on an origin of their own, and a tiny backend that alone knows
// the application's secret and trades it for short-lived access tokens. It uses nothing of Oriel but its HTTP API.
//
// Environment: ORIEL_SERVER (origin of Oriel), ORIEL_SAMPLE_PORT, ORIEL_SAMPLE_CREDENTIALS (JSON file with appKey and
// appSecret). Start reading at `answer`.
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { isIP } from 'node:net';
import { basename, extname, join } from 'node:path';

const server = process.env.ORIEL_SERVER ?? 'http://127.0.0.1:7410';
const port = Number(process.env.ORIEL_SAMPLE_PORT ?? 7411);
const host = process.env.ORIEL_SAMPLE_HOST ?? '127.0.0.1';
const credentialsFile = process.env.ORIEL_SAMPLE_CREDENTIALS ?? 'data/sample-host.json';
/** Cameras these pages may show. A real backend would ask who is logged in and look up what they may see. */
const cameras = ['DEMO00001:1', 'DEMO00002:1'];
/** Looking, and turning the camera. */
const capabilities = ['live', 'ptz'];
/** Short, because the player asks for a new one when it runs out. */
const tokenSeconds = 3600;

const folder = join(import.meta.dirname, 'public');
/** By path: `index.html` is `/`, `wall.html` is `/wall`, scripts and styles have their own names. */
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
    // Snapshots and recordings that the player hands to the page.
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

/** Trades the application's secret for an access token. The secret never leaves this process but to Oriel. */
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
  if (String(code) !== '200') throw new Error(`Oriel gave no token: ${code} ${msg}`);
  return data.accessToken;
}

/**
 * A stranger's name that resolves to this machine (DNS rebinding) would put the stranger's page on our origin,
 * where it may ask for tokens. An address or `localhost` resolves to nobody else.
 */
function isOurs(hostHeader = '') {
  if (!URL.canParse(`http://${hostHeader}`)) return false;
  const { hostname } = new URL(`http://${hostHeader}`);
  return hostname === 'localhost' || hostname === host || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

/** A page that loads a script of Oriel by a plain tag names server and application in its markup. */
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
      // A page elsewhere must not be able to fetch tokens with this visitor's cookies, if it had any.
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
    code === 'EADDRINUSE' ? 'the port is taken by another program' : `the system says ${code ?? 'no more'}`;
  console.error(
    `The sample host page cannot listen on ${host} port ${port}: ${why}. ORIEL_SAMPLE_PORT chooses another.`,
  );
  process.exit(1);
});
httpServer.listen(port, host, () => {
  // Started by a program that is gone already: nobody is left who could stop us.
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
