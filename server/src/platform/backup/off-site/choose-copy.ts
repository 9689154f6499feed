import { BackupError } from '../backup.error.ts'
import type { OffSiteName } from './object-names.ts'

type Copy = OffSiteName & { size: number }

export interface CopyChoice {
  /** Undefined: the only one that there is. */
  installation: string | undefined
  /** The last part of its name. Undefined: the newest. */
  name: string | undefined
}

/** The copy to restore. `copies`: the oldest first. Throws a BackupError that says what there is to choose from. */
export function chooseCopy(copies: readonly Copy[], { installation, name }: CopyChoice, where: string): Copy {
  if (copies.length === 0) throw new BackupError(`${where} holds no backup of Twofold below S3_PREFIX.`)
  const installations = [...new Set(copies.map((copy) => copy.installation))]
  const [only] = installations
  const wanted = installation ?? (installations.length === 1 ? only : undefined)
  if (wanted === undefined) {
    const newest = installations.map((one) => `${one}, newest ${timeOf(copies.findLast((copy) => copy.installation === one))}`)
    throw new BackupError(
      `${where} holds backups of ${installations.length} installations. Name one with --installation:\n${newest.join('\n')}`,
    )
  }
  const own = copies.filter((copy) => copy.installation === wanted)
  const chosen = own.findLast(({ fileName }) => name === undefined || fileName === name)
  if (chosen === undefined) throw new BackupError(`${where} holds no such backup. --list says what there is.`)
  return chosen
}

/** One line per copy, newest first. */
export function describeCopies(copies: readonly Copy[]): string {
  return copies
    .toReversed()
    .map((copy) => `${timeOf(copy)}  ${String(copy.size).padStart(12)} bytes  installation ${copy.installation}  ${copy.fileName}`)
    .join('\n')
}

const timeOf = (copy: Copy | undefined) => `${copy?.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
