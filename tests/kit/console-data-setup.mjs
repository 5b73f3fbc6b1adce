// Before the first file of a project: the data folder that the server of each file gets a copy of.
import { tsImport } from 'tsx/esm/api';

export default async function setup() {
  const { makeConsoleData, templateVariable } = await tsImport('./console-data.ts', import.meta.url);
  process.env[templateVariable] = await makeConsoleData();
}
