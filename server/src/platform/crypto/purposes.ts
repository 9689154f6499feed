/** What a keyring is for. Keys are never used for two purposes. */
export const sealPurposes = {
  /** Wraps the data key of every person. */
  vault: {},
  /** TOTP secrets of the sign-in itself. */
  factor: {},
  /** Passwords and keys of e-mail providers and of streams of the audit log. */
  provider: {},
  /** Bodies of logged mail. */
  mail: {},
  /** Answers kept for `Idempotency-Key`. */
  answer: {},
  /** What waits in the job queue, which rotation does not walk through: old versions stay until every job is long gone. */
  event: { outlivesRotationByDays: 30 },
} as const satisfies Record<string, { outlivesRotationByDays?: number }>

export type SealPurpose = keyof typeof sealPurposes

/** MACs cannot be renewed without the text they were made of, so rotation leaves these alone. */
export const macPurposes = ['password-pepper', 'pin-pepper', 'index', 'mail-link', 'audit-signature'] as const

export type MacPurpose = (typeof macPurposes)[number]

export type Purpose = SealPurpose | MacPurpose

export const sealPurposeNames = Object.keys(sealPurposes) as SealPurpose[]

export const allPurposes: readonly Purpose[] = [...sealPurposeNames, ...macPurposes]
