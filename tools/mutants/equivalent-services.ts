import { always, type Exclusion } from './exclusion.ts'
import { equivalentsOfAccess } from './equivalent-access.ts'

/** Those of services, which decide for one noun; `equivalents` has all. */
export const equivalentsOfServices: readonly Exclusion[] = [
  ...equivalentsOfAccess,
  {
    file: 'server/src/trust/approval-gate.service.ts',
    line: 'params: (parts.params ?? {}) as { id: string },',
    changes: ['parts.params ?? {} → parts.params'],
    because: 'A call that is about somebody has their id.',
  },
  {
    file: 'server/src/trust/approval-gate.service.ts',
    line: 'body: (parts.body ?? {}) as Record<string, unknown>,',
    changes: ['parts.body ?? {} → parts.body'],
    because: 'Acts that are judged by a body have one, or the contract refuses them.',
  },
  {
    file: 'server/src/trust/approval-gate.service.ts',
    line: "const people = found.act === 'bulk' ? found.about.toSorted() : []",
    changes: ["found.act === 'bulk' → true"],
    because: 'Everything else is about its subject alone.',
  },
  {
    file: 'server/src/trust/approval-gate.service.ts',
    line: "const sameAs = [call, found.subject?.id ?? JSON.stringify(found.detail), ...people].join(' ')",
    changes: ["' ' → ''"],
    because: 'All ids have the same length, so none can begin in one part and end in the next.',
  },
  {
    file: 'server/src/trust/requests.service.ts',
    line: 'subject_name: act.subject?.name ?? null,',
    changes: ['act.subject?.name ?? null → act.subject?.name'],
    because: 'A column that is left out is null.',
  },
  {
    file: 'server/src/platform/json-time.ts',
    line: "const [seconds, zone] = ['2026-11-26T16:29:10'.length, '+00:00']",
    changes: ["['2026-11-26T16:29:10'.length, '+00:00'] → []"],
    because: 'Each time is read by a calendar then: it only takes longer.',
  },
  {
    file: 'server/src/platform/json-time.ts',
    line: 'if (!time.endsWith(zone)) return new Date(time).toISOString()',
    changes: ['!time.endsWith(zone) → true', 'endsWith → startsWith'],
    because: 'Each time is read by a calendar then: it only takes longer.',
  },
  {
    file: 'server/src/trust/requests.service.ts',
    line: 'needsSecond || row.runs_at === null',
    changes: ['needsSecond || row.runs_at === null → (needsSecond) && (row.runs_at === null)'],
    because: 'A request has no time exactly where it needs a second administrator: only the type checker asks for both.',
  },
  {
    file: 'server/src/trust/requests.service.ts',
    line: "await deps.notifyLeaver(tx.db, { userId: row.subject_id, actor: user.name, to: row.detail['to'] ?? '', until: row.runs_at })",
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
    line: 'known === undefined ? found : takes.find(id),',
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
