import { zip } from 'fflate'

/** An archive, for tests: made by another program than the one that reads it. */
export const zipOf = (files: Record<string, Uint8Array>, level: 0 | 6 = 6) =>
  new Promise<Uint8Array>((resolve, reject) => zip(files, { level }, (error, bytes) => (error ? reject(error) : resolve(bytes))))
