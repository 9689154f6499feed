import { always, type Exclusion } from './exclusion.ts'

/** Those of sharing, second factors and the PIN. */
export const equivalentsOfAccess: readonly Exclusion[] = [
  {
    file: 'server/src/sharing/access/visible-keys.service.ts',
    line: "permission: presentPermission('view'),",
    changes: ["'view' → ''"],
    because: 'What is not full control is shown as view only.',
  },
  {
    file: 'server/src/sharing/access/present-visible-keys.ts',
    line: "permission: presentPermission(ways.some(([, permission]) => permission === 'admin') ? 'admin' : 'view'),",
    changes: ["'view' → ''"],
    because: 'What is not full control is shown as view only.',
  },
  {
    file: 'server/src/sharing/access/present-visible-keys.ts',
    line: 'const last = Math.max(...ways.map(([, , , end]) => (end === null ? Infinity : Date.parse(end))))',
    changes: ['end === null → false'],
    because: 'No end is no number then, which is not finite either.',
  },
  {
    file: 'server/src/sharing/access/lost-access-notices.service.ts',
    line: '...(by === undefined ? {} : { actor: by }),',
    changes: ['by === undefined → false'],
    because: 'Undefined and absent mean the same there: only the type checker tells them apart.',
  },
  {
    file: 'server/src/sharing/grants/end-grant.service.ts',
    line: 'deps.endings.notify(tx, { users, keys: [share.key_id], reason, ...(by === undefined ? {} : { by }) }),',
    changes: ['by === undefined → false'],
    because: 'Undefined and absent mean the same there: only the type checker tells them apart.',
  },
  {
    file: 'server/src/sharing/access/lost-access-notices.service.ts',
    line: "data: { 'key.name': wordKeys(names), 'share.by': lost[0]?.owner_name ?? '', 'share.reason': reason },",
    changes: ["lost[0]?.owner_name ?? '' → lost[0]?.owner_name", "'' → '?'"],
    because: always,
  },
  {
    file: 'server/src/sharing/grants/grant-storage.service.ts',
    line: 'const ended = known && rows.revoke(known.id, known.expires_at ?? deps.clock.date())',
    changes: ['known.expires_at ?? deps.clock.date() → known.expires_at'],
    because: always,
  },
  {
    file: 'server/src/sharing/grants/grant-facts.service.ts',
    line: "if (share.group_id === null) return share.email ?? ''",
    changes: ["share.email ?? '' → share.email", "'' → '?'"],
    because: always,
  },
  {
    file: 'server/src/sharing/grants/grant-facts.service.ts',
    line: "return (await deps.groups(tx.db).find(share.group_id))?.name ?? ''",
    changes: [
      "(await deps.groups(tx.db).find(share.group_id))?.name ?? '' → (await deps.groups(tx.db).find(share.group_id))?.name",
      "'' → '?'",
    ],
    because: always,
  },
  {
    file: 'server/src/sharing/grants/grant-facts.service.ts',
    line: "return (await deps.grantRows(tx.db).findKeys([keyId]))[0]?.name ?? ''",
    changes: [
      "(await deps.grantRows(tx.db).findKeys([keyId]))[0]?.name ?? '' → (await deps.grantRows(tx.db).findKeys([keyId]))[0]?.name",
      "'' → '?'",
    ],
    because: always,
  },
  {
    file: 'server/src/sharing/access/present-visible-keys.ts',
    line: 'const ways = waysTo.get(known.key.id) ?? []',
    changes: ['waysTo.get(known.key.id) ?? [] → waysTo.get(known.key.id)'],
    because: always,
  },
  {
    file: 'server/src/sharing/access/present-visible-keys.ts',
    line: "shared_by: { name: ways[0]?.[2] ?? '' },",
    changes: ["ways[0]?.[2] ?? '' → ways[0]?.[2]", "'' → '?'"],
    because: always,
  },
  {
    file: 'server/src/sharing/access/present-visible-keys.ts',
    line: "const groupOf = ([, , , , id, name]: Way): Group | null => (id === null ? null : { id, name: name ?? '' })",
    changes: ["name ?? '' → name", "'' → '?'"],
    because: always,
  },
  {
    file: 'server/src/sharing/access/present-visible-keys.ts',
    line: 'return first === undefined ? null : groupOf(first)',
    changes: ['first === undefined → false'],
    because: always,
  },
  {
    file: 'server/src/sharing/grants/grants.service.ts',
    line: 'const presentEnded = (row: ListedShareRow) => ({ ...present(row), ended_at: (row.revoked_at ?? deps.clock.date()).toISOString() })',
    changes: ['row.revoked_at ?? deps.clock.date() → row.revoked_at'],
    because: always,
  },
  {
    file: 'server/src/sharing/grants/giving.service.ts',
    line: "const group = await deps.groups(tx.db).lockOwn(owner.id, body.group_id ?? '')",
    changes: ["body.group_id ?? '' → body.group_id", "'' → '?'"],
    because: 'The contract lets nobody share with no target.',
  },
  {
    file: 'server/src/sharing/grants/giving.service.ts',
    line: "const notices = [{ name: key?.name ?? '', outcome: done.outcome }]",
    changes: ["key?.name ?? '' → key?.name", "'' → '?'"],
    because: always,
  },
  {
    file: 'server/src/sharing/invitations/waiting-grants.service.ts',
    line: "await notifyOfferedTo(tx, { id: by, name: offers[0]?.owner_name ?? '' }, userId, keys)",
    changes: ["offers[0]?.owner_name ?? '' → offers[0]?.owner_name", "'' → '?'"],
    because: always,
  },
  {
    file: 'server/src/sharing/invitations/waiting-grants.service.ts',
    line: 'if (taken.shares.length === 0 && taken.groups.length === 0) return { isInDoubt: false }',
    changes: ['taken.shares.length === 0 && taken.groups.length === 0 → false'],
    because: 'Where nothing was taken nothing is listed: it spares a round trip.',
  },
  {
    file: 'server/src/sharing/invitations/waiting-grants.service.ts',
    line: "await notifyShared(tx, { id: by, name: shares[0]?.owner_name ?? '' }, userId, summary(shares))",
    changes: ["shares[0]?.owner_name ?? '' → shares[0]?.owner_name", "'' → '?'"],
    because: always,
  },
  {
    file: 'server/src/sharing/invitations/waiting-grants.service.ts',
    line: 'expiresAt: ends.size === 1 ? (shares[0]?.expires_at ?? null) : null,',
    changes: ['shares[0]?.expires_at ?? null → shares[0]?.expires_at'],
    because: always,
  },
  {
    file: 'server/src/sharing/invitations/invitations.service.ts',
    line: 'const left = Math.max(1, (oldest ?? deps.clock.date()).getTime() + day - deps.clock.now())',
    changes: ['oldest ?? deps.clock.date() → oldest', '1 → 2'],
    because:
      'Whoever has reached the limit has an oldest contact, less than a day old; one millisecond and two are rounded up to the same second.',
  },
  {
    file: 'server/src/sharing/invitations/invitations.service.ts',
    line: 'by === null ? undefined : rows.findName(by),',
    changes: ['by === null → false'],
    because: 'No account has no id: only the type checker asks for more.',
  },
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
    file: 'server/src/factors/second-step.service.ts',
    line: "override name = 'WrongProof'",
    changes: ["'WrongProof' → ''"],
    because: 'It is caught where it was thrown, and nobody reads its name.',
  },
  {
    file: 'server/src/factors/forgotten-pin.service.ts',
    line: "if (userId === null) throw fail('links.expired')",
    changes: ['userId === null → false'],
    because: 'A link for a new PIN is always somebody’s: only the type checker asks for the other case.',
  },
]
