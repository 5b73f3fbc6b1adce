/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // Our own server compresses built files and answers media; pages are small.
  compress: false,
  // The server refuses the optimiser's address: it would work hard for strangers.
  images: { unoptimized: true },
  // Types are checked by `npm run check`; Next's own check cannot drive this TypeScript.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'app/tsconfig.json' },
  allowedDevOrigins: ['127.0.0.1', 'localhost'],
  devIndicators: false,
};
