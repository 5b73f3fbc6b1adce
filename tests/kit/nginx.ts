/** nginx in front of a local server: TLS with a certificate of its own, and HTTP/2. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './host-page.ts';

const run = promisify(execFile);

export interface Nginx {
  readonly port: number;
  close(): Promise<void>;
}

export async function startNginx(serverPort: number, buffering: 'on' | 'off'): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-nginx-'));
  const port = await freePort();
  const certificate = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-days', '2'];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...certificate, ...subject]);
  await writeFile(join(folder, 'nginx.conf'), config(folder, port, serverPort, buffering));
  const child = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'ignore' });
  await eventually('nginx', () => isListening(port));
  return {
    port,
    async close() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const config = (folder: string, port: number, serverPort: number, buffering: 'on' | 'off'): string => `
daemon off;
worker_processes 1;
pid nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  server {
    listen 127.0.0.1:${port} ssl http2;
    ssl_certificate cert.pem;
    ssl_certificate_key key.pem;
    client_max_body_size 6m;
    location / {
      proxy_pass http://127.0.0.1:${serverPort};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_buffering ${buffering};
      proxy_read_timeout 1h;
    }
  }
}
`;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const isListening = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
