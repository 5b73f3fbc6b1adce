/** Reads the notifications of a camera (ONVIF core, chapter 9). All of it is untrusted input. */
import type { AlarmKind } from '../../kernel/alarm-kind.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { attribute, boolean, element, elements, text, type XmlElement } from './onvif-xml.ts';

export interface OnvifNotification {
  readonly kind: AlarmKind;
  /** Identifies what the state belongs to: topic and source. */
  readonly key: string;
  /** Video source or its configuration. Null: not given. */
  readonly videoSource: string | null;
  /** By the clock of the camera; null: not given. */
  readonly at: EpochMs | null;
  /** Null: something that happened, without a state. */
  readonly isActive: boolean | null;
}

/** Topics without prefixes, and what they report. The first match counts. */
const topics: readonly (readonly [RegExp, AlarmKind])[] = [
  [/(?:people|person|human|pedestrian|face)\w*(?:$|\/)/i, 'person'],
  [/vehicle\w*(?:$|\/)/i, 'vehicle'],
  [/^(?:ruleEngine\/)?cellMotionDetector\/motion$/i, 'motion'],
  [/^ruleEngine\/motionRegionDetector\/motion$/i, 'motion'],
  [/^videoSource\/motionAlarm$/i, 'motion'],
  [/^ruleEngine\/lineDetector\/crossed$/i, 'line'],
  [/^ruleEngine\/fieldDetector\/objectsInside$/i, 'intrusion'],
  [/^ruleEngine\/tamperDetector\/tamper$/i, 'tamper'],
  [/^videoSource\/globalSceneChange(?:\/\w+)?$/i, 'tamper'],
  [/^videoSource\/imageToo(?:Dark|Bright|Blurry)(?:\/\w+)?$/i, 'tamper'],
  [/^videoSource\/signalLoss$/i, 'videoLoss'],
  [/^device\/trigger\/(?:digitalInput|relay)$/i, 'input'],
  [/^audioAnalytics\/audio\/detectedSound$/i, 'audio'],
];

const stateNames = /^(?:isMotion|state|isInside|logicalState|isTamper|isSoundDetected|value|active)$/i;
const videoSourceNames = /^(?:videoSourceConfigurationToken|videoSourceToken|source)$/i;
/** Of texts that become part of a key. */
const maxLength = 256;

/** Null: nothing that is an alarm. */
export function readNotification(message: XmlElement): OnvifNotification | null {
  const topic = text(element(message, 'topic'))?.replace(/\b[\w.-]+:/g, '') ?? '';
  const kind = topic.length > maxLength ? undefined : topics.find(([pattern]) => pattern.test(topic))?.[1];
  if (kind === undefined) return null;
  const body = element(message, 'message', 'message');
  const operation = attribute(body, 'PropertyOperation');
  if (operation === 'Deleted') return null;
  const source = itemsOf(element(body, 'source'));
  const states = itemsOf(element(body, 'data')).filter(({ name }) => stateNames.test(name));
  const isActive = stateOf(states.map(({ value }) => value));
  // At the beginning the camera reports all its states; those that are off are no news.
  if (operation === 'Initialized' && isActive !== true) return null;
  const at = Date.parse(withZone(attribute(body, 'UtcTime') ?? ''));
  return {
    kind,
    key: [topic, ...source.map(({ name, value }) => `${name}=${value}`)].join(' ').slice(0, 4 * maxLength),
    videoSource: source.find(({ name }) => videoSourceNames.test(name))?.value ?? null,
    at: Number.isFinite(at) ? at : null,
    isActive,
  };
}

interface Item {
  readonly name: string;
  readonly value: string;
}

function itemsOf(list: XmlElement): readonly Item[] {
  return elements(list, 'simpleItem').flatMap((item) => {
    const name = attribute(item, 'Name');
    const value = attribute(item, 'Value');
    return name === null || value === null ? [] : [{ name, value: value.slice(0, maxLength) }];
  });
}

function stateOf(values: readonly string[]): boolean | null {
  const states = values.map((value) => boolean(value.toLowerCase())).filter((state) => state !== null);
  return states.length === 0 ? null : states.includes(true);
}

/** Without a zone it is UTC, as everywhere in ONVIF. */
const withZone = (written: string): string =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(written) ? `${written}Z` : written;
