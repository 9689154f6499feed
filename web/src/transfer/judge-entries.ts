import { t } from '@lingui/core/macro'
import type { CallInput } from '@twofold/contract/endpoint'
import { writtenOf } from '@twofold/contract/key-fields'
import { writtenSealed } from '@twofold/contract/sealed-fields'
import { formatOtpauth, type KeyParameters } from '@twofold/contract/otpauth'
import { withoutHiddenCharacters } from '@twofold/contract/without-hidden-characters'
import { importKeys, type ImportVerdict } from '@twofold/contract/transfer'
import { call } from '../lib/call.ts'
import { longLimitMs } from '../lib/call-for-file.ts'
import { translateComplaint } from '../lib/server-texts.ts'
import type { EntryIcon } from './entries/entry-icon.ts'
import type { ReadEntry } from './entries/read-entry.ts'
import { refusalText } from './transfer-texts.ts'

export type ImportEntry = CallInput<typeof importKeys>['body']['entries'][number]

export interface JudgedEntry {
  id: string
  name: string
  /** Undefined where the file says nothing that makes a key. */
  parameters: KeyParameters | undefined
  verdict: ImportVerdict
  /** A duplicate of an earlier, new entry of the same file. */
  isTwin: boolean
  /** Reason of a refusal, in the reader's language. */
  reason: string | undefined
  /** Icon in the file; it is redrawn before sending. */
  icon: EntryIcon | undefined
  /** The request's entry if it is chosen. */
  entry: ImportEntry | undefined
}

/** Asks the server what it would do with them. One call, since entries are compared with one another too. */
export async function judgeEntries(entries: readonly ReadEntry[], signal: AbortSignal): Promise<JudgedEntry[]> {
  const candidates = entries.map((read) => ({ read, entry: read.ok ? toImport(read) : undefined }))
  const sent = candidates.flatMap(({ entry }) => entry ?? [])
  const { verdicts } =
    sent.length > 0
      ? await call(importKeys, { body: { dry_run: true, entries: sent } }, { signal, limitMs: longLimitMs })
      : { verdicts: [] }
  const remaining = verdicts.values()
  const added = new Set<string>()
  return candidates.map(({ read, entry }, index) => {
    const name = nameOf(read)
    const id = String(index)
    if (!read.ok || !entry) {
      const reason = read.ok ? undefined : refusalText(read.refusal)
      return { id, name, parameters: undefined, verdict: 'refused', isTwin: false, reason, icon: undefined, entry: undefined }
    }
    const { verdict = 'refused', reason = null } = remaining.next().value ?? {}
    const { kind, secret, algorithm, digits, period } = read.parameters
    const codes = [kind, secret, algorithm, digits, period].join(' ')
    const isTwin = verdict === 'duplicate' && added.has(codes)
    if (verdict === 'add') added.add(codes)
    const words = reason === null ? undefined : translateComplaint(reason)
    return { id, name, parameters: read.parameters, verdict, isTwin, reason: words, icon: read.icon, entry }
  })
}

const toImport = (read: Extract<ReadEntry, { ok: true }>): ImportEntry => ({
  name: nameOf(read),
  uri: formatOtpauth(read.parameters),
  ...writtenOf(read),
  ...writtenSealed(read),
  ...(read.isFavourite && { favourite: true }),
})

const nameOf = ({ name }: ReadEntry) => withoutHiddenCharacters(name) || t`Unnamed key`
