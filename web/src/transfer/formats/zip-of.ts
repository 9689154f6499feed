import { zip } from 'fflate'

/** An archive, for tests: made by another program than the one that reads it. */
export const zipOf = (files: Record<string, Uint8Array>) =>
  new Promise<Uint8Array>((resolve, reject) => zip(files, (error, bytes) => (error ? reject(error) : resolve(bytes))))
