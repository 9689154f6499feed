/** Apart from the calls, for the worker that reads files. */
export const transferLimits = {
  /** Bytes of a request that imports as many keys as a person can have, with notes. */
  importBytes: 16 * 1024 * 1024,
  /** Pictures that one import takes along: each is written again from its pixels. */
  importIcons: 1000,
  /** Bytes of a request that names as many keys as a person can have. */
  exportBytes: 256 * 1024,
  /** Bytes of the pictures in one export. */
  exportIconBytes: 16 * 1024 * 1024,
} as const
