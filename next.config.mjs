/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // Our own server compresses built files and answers media; pages are small.
  compress: false,
  // Types are checked by `npm run check`; Next's own check cannot drive this TypeScript.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'app/tsconfig.json' },
  serverExternalPackages: ['libsql', 'pg', 'pino'],
  allowedDevOrigins: ['127.0.0.1', 'localhost'],
  devIndicators: false,
};
