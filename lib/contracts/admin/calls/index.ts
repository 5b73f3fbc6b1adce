/**
 * Every call that is not derived from a resource: menu buttons, the API document and the authorization matrix are
 * generated from these.
 */
import type { AdminCallDef } from '../call.ts';
import { accountCalls } from './account.calls.ts';
import * as alarm from './alarm.calls.ts';
import * as alert from './alert.calls.ts';
import { apiDocsCalls } from './api-docs.calls.ts';
import * as app from './app.calls.ts';
import * as cache from './cache.calls.ts';
import * as camera from './camera.calls.ts';
import * as cms from './cms.calls.ts';
import * as dashboard from './dashboard.calls.ts';
import * as exported from './export.calls.ts';
import * as feedback from './feedback.calls.ts';
import * as freight from './freight.calls.ts';
import * as job from './job.calls.ts';
import * as map from './map.calls.ts';
import * as message from './message.calls.ts';
import { preferenceCalls } from './preference.calls.ts';
import * as recording from './recording.calls.ts';
import * as report from './report.calls.ts';
import { searchCalls } from './search.calls.ts';
import * as server from './server.calls.ts';
import { sessionCalls } from './session.calls.ts';
import * as share from './share.calls.ts';
import * as stat from './stat.calls.ts';
import { systemCalls } from './system.calls.ts';
import * as theme from './theme.calls.ts';
import * as upload from './upload.calls.ts';
import * as voice from './voice.calls.ts';
import * as wall from './wall.calls.ts';
import * as watch from './watch.calls.ts';

export const bespokeCalls: readonly AdminCallDef[] = [
  ...sessionCalls,
  ...accountCalls,
  ...systemCalls,
  ...preferenceCalls,
  ...searchCalls,
  ...apiDocsCalls,
  ...callsIn(alarm),
  ...callsIn(alert),
  ...callsIn(app),
  ...callsIn(cache),
  ...callsIn(camera),
  ...callsIn(cms),
  ...callsIn(dashboard),
  ...callsIn(exported),
  ...callsIn(feedback),
  ...callsIn(freight),
  ...callsIn(job),
  ...callsIn(map),
  ...callsIn(message),
  ...callsIn(recording),
  ...callsIn(report),
  ...callsIn(server),
  ...callsIn(share),
  ...callsIn(stat),
  ...callsIn(theme),
  ...callsIn(upload),
  ...callsIn(voice),
  ...callsIn(wall),
  ...callsIn(watch),
];

/** By name: the order of a module's exports depends on the bundler. */
function callsIn(exported: Readonly<Record<string, unknown>>): AdminCallDef[] {
  const names = Object.keys(exported).toSorted();
  return names.map((name) => exported[name]).filter(isCall);
}

function isCall(value: unknown): value is AdminCallDef {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
