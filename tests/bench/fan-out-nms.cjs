// node-media-server with one HTTP and one RTMP port only: `node fan-out-nms.cjs <http> <rtmp> <folder>`.
const NodeMediaServer = require('node-media-server');

const [http, rtmp, folder] = process.argv.slice(2);
process.chdir(folder); // it writes a history and records to the working folder
new NodeMediaServer({
  bind: '127.0.0.1',
  notify: { url: '' },
  store: { path: `${folder}/data`, maxHistory: 100 },
  auth: { play: false, publish: false, secret: '', jwt: { secret: 'bench', users: [] } },
  rtmp: { port: Number(rtmp) },
  http: { port: Number(http) },
  webadmin: { enable: false },
  record: { auto: false, path: `${folder}/record` },
}).run();
process.on('disconnect', () => process.exit());
