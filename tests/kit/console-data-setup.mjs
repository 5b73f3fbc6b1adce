// `globalSetup` of a part: makes the data folder that each file's server gets a copy of.
import { rm } from 'node:fs/promises';
import { tsImport } from 'tsx/esm/api';

export default async function setup() {
  const { makeConsoleData, templateVariable } = await tsImport('./console-data.ts', import.meta.url);
  const folder = await makeConsoleData();
  process.env[templateVariable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
