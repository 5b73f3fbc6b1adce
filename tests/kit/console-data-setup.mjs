// Runs once before the first file of a jest project: makes the data folder that each file's server gets a copy of.
import { tsImport } from 'tsx/esm/api';

export default async function setup() {
  const { makeConsoleData, templateVariable } = await tsImport('./console-data.ts', import.meta.url);
  process.env[templateVariable] = await makeConsoleData();
}
