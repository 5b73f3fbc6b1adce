/** Everything behind sign-in, wired once. `create-console.ts` adds the pages to it. */
import type { OpenDatabase } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { type AccountService, accountService } from '../accounts/account.service.ts';
import { accountWriter } from '../accounts/account-writer.ts';
import { type Avatars, avatars } from '../accounts/avatars.ts';
import { type OwnSessions, ownSessions } from '../accounts/own-sessions.ts';
import {
  type RegistrationService,
  registrationService,
  type SetupCodes,
} from '../accounts/registration.service.ts';
import { type SecondFactor, secondFactor } from '../accounts/second-factor.ts';
import { type UserAdministration, userAdministration } from '../accounts/user-administration.service.ts';
import { type DeniedCallLog, deniedCallLog } from '../audit/denied-call-log.ts';
import type { Entropy } from '../crypto/entropy.ts';
import type { Sealer } from '../crypto/seal.ts';
import type { SecretKey } from '../crypto/secrets.ts';
import { type CaptchaService, captchaService } from '../identity/captcha.service.ts';
import { type LoginService, loginService } from '../identity/login.service.ts';
import { type LoginLimits, loginLimits } from '../identity/login-limits.ts';
import { loginLog } from '../identity/login-log.ts';
import { type PasswordHasher, passwordHasher } from '../identity/password-hasher.ts';
import { type Passwords, passwords } from '../identity/passwords.ts';
import { type SessionService, sessionService } from '../identity/session.service.ts';
import { type ImageSanitizer, imageSanitizer } from '../images/image-sanitizer.ts';
import { databaseFailureLimiter } from '../limits/database-failure-limiter.ts';
import { type Brands, createBrands } from '../settings/brand.ts';
import { createSettings, type Settings } from '../settings/settings.ts';
import { type IdempotencyStore, idempotencyStore } from './idempotency-store.ts';

export interface SessionPartsDeps {
  readonly database: Pick<OpenDatabase, 'db' | 'engine' | 'changes'>;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
  /** The first key signs bearer tokens; all of them are accepted. Never empty. */
  readonly sessionKeys: readonly SecretKey[];
  readonly setupCodes: SetupCodes;
  readonly hasher?: PasswordHasher;
}

export interface SessionParts {
  readonly clock: Clock;
  readonly sessionKeys: readonly SecretKey[];
  readonly settings: Settings;
  readonly brands: Brands;
  readonly sessions: SessionService;
  readonly ownSessions: OwnSessions;
  readonly idempotencyStore: IdempotencyStore;
  readonly hasher: PasswordHasher;
  /** Password rules and hashes, for all code that sets a password. */
  readonly passwords: Passwords;
  readonly limits: LoginLimits;
  readonly captchas: CaptchaService;
  readonly logins: LoginService;
  readonly accounts: AccountService;
  readonly secondFactor: SecondFactor;
  readonly avatars: Avatars;
  /** A single instance: images are processed one at a time. */
  readonly images: ImageSanitizer;
  readonly registration: RegistrationService;
  /** Of the operator's command line. */
  readonly userAdministration: UserAdministration;
  readonly deniedCallLog: DeniedCallLog;
  /** Deletes ended sessions, idempotency records, captchas and failure counts. */
  forgetEnded(): Promise<void>;
}

export function sessionParts(deps: SessionPartsDeps): SessionParts {
  const { clock, entropy, sealer, sessionKeys: keys, database, hasher = passwordHasher() } = deps;
  const { db, engine } = database;
  const settings = createSettings(database, clock, sealer);
  const brands = createBrands(db, settings);
  const sessions = sessionService({ database, clock, entropy, keys, settings });
  const idempotency = idempotencyStore({ db, engine, clock, sealer, keys });
  const secrets = passwords({ database, clock, entropy, settings, hasher });
  const limits = loginLimits(db, clock);
  const captchas = captchaService({ db, clock, entropy, keys });
  const log = loginLog(db, clock);
  const images = imageSanitizer(deps.log);
  const failures = databaseFailureLimiter(db, clock);
  const accounts = accountService({
    ...{ database, clock, passwords: secrets, sessions, failures, brands },
  });
  const newAccounts = {
    database,
    accounts: accountWriter({ database, clock }),
    passwords: secrets,
    limits,
    setupCodes: deps.setupCodes,
  };
  return {
    clock,
    sessionKeys: keys,
    settings,
    brands,
    sessions,
    ownSessions: ownSessions({ database, clock }),
    idempotencyStore: idempotency,
    hasher,
    passwords: secrets,
    limits,
    captchas,
    logins: loginService({
      db,
      clock,
      sealer,
      settings,
      captchas,
      limits,
      log,
      passwords: secrets,
      sessions,
    }),
    accounts,
    secondFactor: secondFactor({ database, clock, sealer, entropy, settings, accounts, sessions }),
    avatars: avatars({ database, clock }, entropy, images),
    images,
    registration: registrationService({ ...newAccounts, settings, captchas }),
    userAdministration: userAdministration(newAccounts),
    deniedCallLog: deniedCallLog({ database, clock }),
    async forgetEnded() {
      await sessions.forgetEnded();
      await idempotency.forgetEnded();
      await captchas.forgetEnded();
      await limits.forgetEnded();
    },
  };
}
