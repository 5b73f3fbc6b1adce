import { describeEngine } from './engine-suite.ts';

describeEngine('Media Source over HTTP', { kind: 'flv', deniedCode: 'ticket.refused' });
