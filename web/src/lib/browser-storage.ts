/** Undefined where the browser forbids local storage: then nothing is remembered, and nothing breaks. */
export function browserStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
