// Compiles TypeScript for jest with esbuild, which also builds the product.
import { transformSync } from 'esbuild';

export default {
  process(source, path) {
    const { code, map } = transformSync(source, {
      loader: path.endsWith('x') ? 'tsx' : 'ts',
      jsx: 'automatic',
      format: 'esm',
      target: 'node20',
      // Node 20 supports `import … with { type: 'json' }`.
      supported: { 'import-attributes': true },
      sourcemap: 'both',
      sourcefile: path,
    });
    return { code, map };
  },
};
