/** Purposes of keyrings. A key is never used for two purposes. */
export const sealPurposes = {
  /** Wraps the data key of every person. */
  vault: {},
  /** TOTP secrets of the sign-in itself. */
  factor: {},
  /** Passwords and keys of e-mail providers and audit streams. */
  provider: {},
  /** Bodies of logged e-mails. */
  mail: {},
  /** Answers kept for `Idempotency-Key`. */
  answer: {},
  /** Data of queued jobs, which rotation skips: old versions stay until every such job is long gone. */
  event: { outlivesRotationByDays: 30 },
} as const satisfies Record<string, { outlivesRotationByDays?: number }>

export type SealPurpose = keyof typeof sealPurposes

/** MACs cannot be renewed without the text they were made of, so rotation leaves these alone. */
export const macPurposes = ['password-pepper', 'pin-pepper', 'index', 'mail-link', 'audit-signature'] as const

export type MacPurpose = (typeof macPurposes)[number]

export type Purpose = SealPurpose | MacPurpose

export const sealPurposeNames = Object.keys(sealPurposes) as SealPurpose[]

export const allPurposes: readonly Purpose[] = [...sealPurposeNames, ...macPurposes]
