/** Applications, tokens and grants, and the tickets and addresses by which media is opened. */
import { applicationRepository } from '../access/application.repository.ts';
import { applicationService } from '../access/application.service.ts';
import { grantRepository } from '../access/grant.repository.ts';
import { MediaTickets } from '../access/media-ticket.ts';
import { PlaybackTickets } from '../access/playback-ticket.ts';
import { PlaylistAddresses } from '../access/playlist-address.ts';
import { databaseTicketLedger, memoryTicketLedger } from '../access/ticket-ledger.ts';
import { tokenService } from '../access/token.service.ts';
import { verificationCodeLimiter } from '../access/verification-code-limiter.ts';
import { databaseFailureLimiter } from '../limits/database-failure-limiter.ts';
import { MemoryFailureLimiter } from '../limits/memory-failure-limiter.ts';
import type { Core } from './core.ts';

export type AccessParts = ReturnType<typeof wireAccess>;

export function wireAccess({ db, changes, clock, entropy, secrets, isShared }: Core) {
  const rows = applicationRepository(db);
  const grants = grantRepository(db);
  return {
    grants,
    applications: applicationService({ db, changes, applications: rows, clock, entropy }),
    tokens: tokenService({ db, changes, applications: rows, grants, clock, entropy }),
    tickets: new MediaTickets(secrets.mediaKeys, entropy),
    playbackTickets: new PlaybackTickets(secrets.mediaKeys),
    playlistAddresses: new PlaylistAddresses(secrets.mediaKeys),
    ledger: isShared ? databaseTicketLedger(db, clock) : memoryTicketLedger(clock),
    codes: verificationCodeLimiter(
      isShared ? databaseFailureLimiter(db, clock) : new MemoryFailureLimiter(clock),
    ),
  };
}
