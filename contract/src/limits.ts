/**
 * Sizes and times of several nouns that both sides and the documentation quote. Lengths in UTF-16 units, times in the unit of the name. Limits of a
 * single noun are in its own file, so that this one, which every page loads, stays small: `git grep 'Limits = ' contract/src`.
 */
export const limits = {
  nameMin: 2,
  nameMax: 100,
  emailMax: 254,
  passwordMin: 8,
  passwordMax: 256,
  pinDigits: 4,
  keyNameMax: 255,
  keyAccountMax: 255,
  secretTextMax: 512,
  otpauthUriMax: 8192,
  noteMax: 2000,
  tagMax: 40,
  tagsPerKey: 20,
  /** Sites on which codes of a key may be filled, and characters of one. */
  sitesPerKey: 20,
  siteMax: 300,
  keysPerOwner: 5000,
  keysPerShare: 500,
  backupCodeMax: 100,
  backupCodesPerKey: 100,
  groupNameMax: 100,
  groupsPerOwner: 200,
  membersPerGroup: 500,
  sharesPerKey: 1000,
  /** Period in which a deleted key can be restored. */
  restoreSeconds: 60,
  /** New addresses that one person may share with in a day. */
  invitationsPerDay: 20,
  /** E-mails about shares per address in a quarter of an hour, and in a day; further shares send none. */
  shareMailsPerRecipient: 3,
  shareMailsPerRecipientDaily: 24,
  /** Days in which the offer of a key can be accepted. */
  offerDays: 30,
  digitsMin: 5,
  digitsMax: 10,
  periodMaxSeconds: 300,
  codeWindowSeconds: 30,
  /** Minimum duration of a reservation. */
  turnSeconds: 30,
  setupLinkMinutes: 30,
} as const

/** Rate limits of calls. `per`: whose calls are counted together; `window` is in seconds. */
export const rateLimits = {
  /** Every try counts, right or wrong; a right one clears the count. */
  sign_in: { points: 5, window: 60, per: 'account and address', shared: true, afterSuccess: 'clear' },
  /** Wrong tries from one address over all accounts. */
  sign_in_failures: { points: 30, window: 60, per: 'address', shared: true, afterSuccess: 'give back' },
  /**
   * Calls without a session that did not succeed, for whatever reason. Counted in memory when the request arrives, before its body is read and
   * before the database is asked; a success gives its count back.
   */
  public_failures: { points: 60, window: 60, per: 'address', shared: false, afterSuccess: 'give back' },
  /** Wrong tries of the own password by somebody who is signed in. */
  own_password: { points: 5, window: 60, per: 'user', shared: true, afterSuccess: 'give back' },
  /** Codes of programs that are typed by hand, and are wrong. */
  device_code: { points: 5, window: 600, per: 'user', shared: true, afterSuccess: 'give back' },
  sign_up: { points: 10, window: 60, per: 'address', shared: true },
  setup: { points: 10, window: 60, per: 'address', shared: true },
  /**
   * E-mail that anybody can trigger to an address, whether or not it has an account. Each kind is counted separately: signing up with a person's
   * address, or requesting verification links, must not block their password reset.
   */
  sign_up_recipient: { points: 3, window: 900, per: 'recipient', shared: true },
  verification_recipient: { points: 3, window: 900, per: 'recipient', shared: true },
  reset_recipient: { points: 3, window: 900, per: 'recipient', shared: true },
  link: { points: 20, window: 60, per: 'address', shared: true },
  /** Tokens of workloads that are exchanged: all jobs of a build farm come from one address. */
  exchange: { points: 600, window: 60, per: 'address', shared: false },
  verification_request: { points: 5, window: 60, per: 'address', shared: true },
  reset_request: { points: 5, window: 60, per: 'address', shared: true },
  /** Answers of passkeys cannot be guessed: this only keeps one client from filling the table of challenges. */
  passkey: { points: 120, window: 60, per: 'address', shared: false },
  /** Begins and ends of sign-ins at a provider. */
  identity: { points: 60, window: 60, per: 'address', shared: true },
  public: { points: 300, window: 60, per: 'address', shared: false },
  /** The page asks once or twice a window for each open tab. */
  codes: { points: 240, window: 60, per: 'session', shared: false },
  /** A page comes back whenever the network or the server does, and each time it is seen. */
  live: { points: 60, window: 60, per: 'session', shared: false },
  /** Requests without a valid session: legitimate clients need few, guessers of tokens many. */
  unauthenticated: { points: 300, window: 60, per: 'address', shared: false },
  read: { points: 600, window: 60, per: 'user', shared: false },
  /** Looks through names of everybody; asked after a pause in typing. */
  search: { points: 60, window: 60, per: 'user', shared: false },
  write: { points: 120, window: 60, per: 'user', shared: false },
  /** Connects to a server and sends an e-mail. */
  mail_test: { points: 10, window: 60, per: 'user', shared: true },
  /** Providers' reports and mail programs' requests: many come from a few addresses. */
  mail_feedback: { points: 6000, window: 60, per: 'address', shared: false },
} as const satisfies Record<string, RateLimit>

export interface RateLimit {
  points: number
  /** Seconds. */
  window: number
  per: 'address' | 'account and address' | 'recipient' | 'session' | 'user'
  /** Counted in PostgreSQL for all nodes together; otherwise in the memory of each node. */
  shared: boolean
  /** Effect of a successful call on the count; absent: none. */
  afterSuccess?: 'clear' | 'give back'
}

export type RateLimitName = keyof typeof rateLimits
