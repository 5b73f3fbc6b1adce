import { rmSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';

export default async function teardown() {
  const { templateVariable } = await tsImport('./console-data.ts', import.meta.url);
  const folder = process.env[templateVariable];
  if (folder) rmSync(folder, { recursive: true, force: true });
}
