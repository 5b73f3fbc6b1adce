/** Prints what is true after each start, without a bucket and with one: it has objects, and the client is loaded. */
import { createRequire } from 'node:module';
import { fileBucketOptions, objectStoreOptions } from '../../lib/server/object-store-wiring.ts';
import { s3Credentials } from './s3-server.ts';

const { cache } = createRequire(import.meta.url);
const isLoaded = () => Object.keys(cache).some((path) => path.includes('/@aws-sdk/client-s3/'));

const none = await fileBucketOptions({ fileBucket: null, credentialsFolder: null });
await objectStoreOptions({ objectStore: null, credentialsFolder: null });
const without = ['fileBucket' in none, isLoaded()];
const bucket = await fileBucketOptions({
  credentialsFolder: null,
  fileBucket: {
    ...{ endpoint: 'https://s3.example', bucket: 'files', prefix: '', region: 'eu', isPathStyle: true },
    ...{ credentialsPath: null, environment: s3Credentials, isForNewFiles: true },
  },
});
console.log(JSON.stringify({ without, withBucket: ['fileBucket' in bucket, isLoaded()] }));
process.exit();
