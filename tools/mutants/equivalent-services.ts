import { always, type Exclusion } from './exclusion.ts'

/** Those of services, which decide for one noun; `equivalents` has all. */
export const equivalentsOfServices: readonly Exclusion[] = [
  {
    file: 'server/src/factors/pin-checks.service.ts',
    line: 'const left = tries < lockedAfter ? lockedAfter - tries : voidAfter - tries',
    changes: ['tries < lockedAfter → (tries) <= (lockedAfter)'],
    because: 'The try that locks has been refused before.',
  },
  {
    file: 'server/src/factors/totp.service.ts',
    line: 'return windowsAround.map((distance) => present + distance).find((window) => constantTimeEqual(secret.code(window, digits), normalized))',
    changes: ['present + distance → (present) - (distance)'],
    because: 'The windows around the present one are the same forwards and backwards.',
  },
  {
    file: 'server/src/factors/recovery-codes.service.ts',
    line: 'const codes = Array.from({ length: recoveryCodesPerSet }, () => encodeBase32(randomBytes(17)).slice(0, codeLength))',
    changes: ['17 → 18'],
    because: 'What is longer than a code is cut off.',
  },
  {
    file: 'server/src/trust/requests.service.ts',
    line: 'needsSecond || row.runs_at === null',
    changes: ['needsSecond || row.runs_at === null → (needsSecond) && (row.runs_at === null)'],
    because: 'A request has no time exactly where it needs a second administrator: only the type checker asks for both.',
  },
  {
    file: 'server/src/trust/requests.service.ts',
    line: "await deps.tellLeaver(tx.db, { userId: row.subject_id, actor: user.name, to: row.detail['to'] ?? '', until: row.runs_at })",
    changes: ["row.detail['to'] ?? '' → row.detail['to']", "'' → '?'"],
    because: always,
  },
  {
    file: 'server/src/sessions/session-checks.service.ts',
    line: "return openOf(await deps.sessions(db).findMany(ids, new Date(now)), 'session', deps.policy, now)",
    changes: ["'session' → ''"],
    because: 'What is no token is a session.',
  },
  {
    file: 'server/src/codes/take-authorization.service.ts',
    line: "if (user === null) return good.has(token ?? '')",
    changes: ["token ?? '' → token", "'' → '?'"],
    because: 'Nothing that is found has no name or a question mark as its id.',
  },
  {
    file: 'server/src/codes/take-authorization.service.ts',
    line: "const identity = token === null ? open.get(session ?? '') : persons.get(token)",
    changes: ["session ?? '' → session", "'' → '?'"],
    because: 'Nothing that is found has no name or a question mark as its id.',
  },
  {
    file: 'server/src/codes/take-authorization.service.ts',
    line: 'session_id: token === undefined ? (user?.sessionId ?? null) : null,',
    changes: ['user?.sessionId ?? null → user?.sessionId'],
    because: 'Whoever has no token has a session: only the type checker asks for more.',
  },
  {
    file: 'server/src/codes/take-authorization.service.ts',
    line: "await deps.access.require(db, user ?? '', keyId, 'view')",
    changes: ["user ?? '' → user", "'' → '?'"],
    because: always,
  },
  {
    file: 'server/src/codes/take-authorization.service.ts',
    line: "const open = deps.sessions.openOfFound(found.sessions, 'session')",
    changes: ["'session' → ''"],
    because: 'What is no token is a session.',
  },
  {
    file: 'server/src/codes/hand-out.service.ts',
    line: 'known === undefined ? before : takes.find(id),',
    changes: ['known === undefined → false'],
    because: 'It spares a round trip.',
  },
  {
    file: 'server/src/codes/hand-out.service.ts',
    line: 'if (handed.time_window !== null) codeOf(key, handed.time_window)',
    changes: ['handed.time_window !== null → true'],
    because: 'The code of a counter was read before it was used up: reading it again finds the same.',
  },
  {
    file: 'server/src/machines/assertion.ts',
    line: 'const seconds = Math.min(payload.exp ?? 0, (payload.iat ?? 0) + oldest(expected.kind)) + skew',
    changes: ['payload.exp ?? 0 → payload.exp', 'payload.iat ?? 0 → payload.iat', '0 → 1'],
    because: always,
  },
  {
    file: 'server/src/machines/assertion.ts',
    line: "(error instanceof errors.JWTClaimValidationFailed && error.reason === 'check_failed' && /^(iat|nbf|exp)$/.test(error.claim))",
    changes: ['/^(iat|nbf|exp)$/ → /(iat|nbf|exp)$/', '/^(iat|nbf|exp)$/ → /^(iat|nbf|exp)/'],
    because: 'The library checks no claim whose name has one of these in it.',
  },
]
