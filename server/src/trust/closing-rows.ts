/** Changes to an account that trust decides and the noun accounts stores. */
export interface ClosingRows {
  doubtAddress: (userId: string) => Promise<void>
  holdClosed: (userId: string, until: Date) => Promise<void>
  closeSecrets: (userId: string, until: Date) => Promise<void>
  close: (userId: string, now: Date, until: { secrets: Date; codes: Date | null }) => Promise<void>
  stop: (userId: string, now: Date) => Promise<boolean>
  recordProof: (userId: string, options: { secretsToo: boolean }) => Promise<void>
}
