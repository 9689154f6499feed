/** Error codes of file systems (errno), and what to do, for a sentence about the place in question. */
const remedies: Readonly<Record<string, (place: string) => string>> = {
  EACCES: (place) => `This user may not use ${place}. Give it to the user that runs Twofold, or choose another place (DATA_DIR).`,
  EPERM: (place) => `This user may not use ${place}. Give it to the user that runs Twofold, or choose another place (DATA_DIR).`,
  EROFS: (place) => `${place} is on a file system that can only be read. Mount it for writing, or set DATA_DIR to another folder.`,
  ENOSPC: (place) => `There is no space left on the disk of ${place}. Make room and try again; nothing that was saved is lost.`,
  EDQUOT: (place) => `The disk quota for ${place} is used up. Raise it or make room, and try again; nothing that was saved is lost.`,
  EEXIST: (place) => `${place} is a file, and a folder has to be there. Move the file away, or set DATA_DIR to a folder.`,
  ENOTDIR: (place) => `A part of the path ${place} is a file, not a folder. Set DATA_DIR to a folder.`,
  ENOENT: (place) => `${place} does not exist and cannot be made. Set DATA_DIR to a folder that can.`,
  ENAMETOOLONG: (place) => `The path ${place} is longer than the file system allows. Set DATA_DIR to a shorter one.`,
  ELOOP: (place) => `The symbolic links of ${place} lead in a circle. Set DATA_DIR to a folder.`,
  EISDIR: (place) => `${place} is a folder, and a file has to be there.`,
  EIO: (place) => `The disk of ${place} reports an error. Check it before you try again, and have a backup at hand.`,
  EMFILE: () => 'Too many files are open. Raise the limit of open files for the user that runs Twofold (ulimit -n).',
  ENFILE: () => 'Too many files are open on this machine. Raise its limit (fs.file-max).',
}

/** PostgreSQL and its programs say so in a text of their own. */
const spaceIsOut = /No space left on device|could not extend file .*: wrote only/i

/** A sentence for what a file system refused, with the remedy; undefined for any other error. */
export function explainFileError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', path, dest } = error as NodeJS.ErrnoException & { dest?: string }
  const remedy = remedies[code]
  const place = dest ?? path
  if (remedy !== undefined && place !== undefined) return remedy(place)
  if (spaceIsOut.test(error.message)) return remedies['ENOSPC']?.('DATA_DIR')
  return explainFileError(error.cause)
}
