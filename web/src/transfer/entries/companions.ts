/** Files that belong to another one and say nothing by themselves. */
export interface Companions<Content = Uint8Array> {
  keyFile?: Content | undefined
  log?: Content | undefined
}

interface Named {
  name: string
}

/** A file with what was chosen or packed beside it. */
export interface Accompanied<File extends Named> {
  file: File
  companions: Companions<File>
}

const isKey = ({ name }: Named) => /\.keyx?$/i.test(name)
const isDatabase = ({ name }: Named) => /\.kdbx$/i.test(name)
const isShared = ({ name }: Named) => /-shm$/i.test(name)
const stemOf = ({ name }: Named) => name.slice(name.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')

/**
 * Puts key files to the KeePass databases among `files`, and the write-ahead log of a SQLite database (`x.db-wal`) to it. A companion without its
 * file stays a file of its own, so that it is refused with what is missing.
 */
export function groupCompanions<File extends Named>(files: readonly File[]): Accompanied<File>[] {
  const keys = files.filter(isKey)
  const used = new Set<File>()
  const use = (file: File | undefined) => {
    if (file) used.add(file)
    return file
  }
  const groups = files.map((file) => ({
    file,
    companions: {
      // The one of its name, or the only one there is.
      keyFile: isDatabase(file)
        ? use(keys.find((key) => stemOf(key) === stemOf(file)) ?? (keys.length === 1 ? keys[0] : undefined))
        : undefined,
      log: use(files.find(({ name }) => name.toLowerCase() === `${file.name.toLowerCase()}-wal`)),
    },
  }))
  // SQLite keeps an index of the log beside it, which is of no use.
  return groups.filter(({ file }) => !used.has(file) && !(isShared(file) && files.length > 1))
}
