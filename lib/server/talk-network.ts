/** The server's ends of talk connections and the relays for browsers, as configured. */
import type { TalkNetwork } from '../domain/talk/create-talk.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { createEmbeddedPeers } from '../media/gateway/peers/embedded-peers.ts';
import { iceServersFor } from '../media/gateway/peers/ice-servers.ts';
import { createJanusPeers } from '../media/gateway/peers/janus-peers.ts';
import type { TalkPeers } from '../media/gateway/peers/talk-peers.ts';
import type { Config } from './config.ts';
import { readCredential } from './credential.ts';

export interface TalkConnections {
  readonly network: TalkNetwork;
  readonly peers: TalkPeers;
}

/** Files in systemd's folder of credentials, for secrets that are not in the environment. */
const credentialNames = {
  turnSecret: 'oriel-turn-secret',
  janusSecret: 'oriel-janus-secret',
  janusTokenSecret: 'oriel-janus-token-secret',
} as const;

/** Errors: `server.badTalkSecret`. */
export async function createTalkConnections(
  { talk, credentialsFolder, port }: Pick<Config, 'talk' | 'credentialsFolder' | 'port'>,
  clock: Clock,
  logger: Logger,
): Promise<TalkConnections> {
  const given = (name: string) => readCredential(credentialsFolder, name, 'server.badTalkSecret');
  const turnSecret = talk.ice.turnCredentials === null ? await given(credentialNames.turnSecret) : null;
  const ice =
    turnSecret === null
      ? talk.ice
      : { ...talk.ice, turnCredentials: { kind: 'secret', secret: turnSecret } as const };
  if (ice.turnUrls.length > 0 && ice.turnCredentials === null) {
    throw new AppError(
      'server.badTalkSecret',
      `ORIEL_TURN_URLS needs ORIEL_TURN_SECRET, or the credential ${credentialNames.turnSecret}`,
    );
  }
  const peers = talk.janus
    ? createJanusPeers({
        url: talk.janus.url,
        rtpAddress: talk.janus.rtpAddress,
        apiSecret: talk.janus.apiSecret ?? (await given(credentialNames.janusSecret)),
        tokenSecret: talk.janus.tokenSecret ?? (await given(credentialNames.janusTokenSecret)),
        clock,
        logger,
      })
    : createEmbeddedPeers({
        port: talk.udpPort ?? port,
        isPortOptional: talk.udpPort === null,
        announced: talk.addresses,
        clock,
      });
  return {
    peers,
    network: {
      iceServersFor: ({ grantId, now }) => iceServersFor(ice, grantId, now),
      isRelayOnly: talk.isRelayOnly,
    },
  };
}
