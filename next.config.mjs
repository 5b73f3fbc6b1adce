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
  // Next keeps this address to itself; the console's page behind another one is shown, and the address stays.
  rewrites: async () => ({ beforeFiles: [{ source: '/500', destination: '/exception/500' }] }),
  allowedDevOrigins: ['127.0.0.1', 'localhost'],
  devIndicators: false,
};
