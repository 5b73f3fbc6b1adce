/**
 * What an alarm reports. `external`: something else, named by the system that reported it. Stored and part of the API:
 * a name never changes.
 */
export const alarmKinds = [
  'motion',
  'line',
  'intrusion',
  'person',
  'vehicle',
  'input',
  'tamper',
  'videoLoss',
  'audio',
  'external',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

export function isAlarmKind(text: string): text is AlarmKind {
  return (alarmKinds as readonly string[]).includes(text);
}
