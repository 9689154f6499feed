export interface Release {
  tree: string
  archive: string
  /** Undefined where `dpkg-deb` is not installed. */
  deb: string | undefined
  npm: string
  version: string
  folder: string
}

/** Prints whether a promise is kept. */
export type Report = (isKept: boolean, sentence: string) => void
