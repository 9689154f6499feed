/** A JSON Web Key Set, to verify signatures with. */
export interface PublicKeySet {
  keys: { kty: string; kid?: string; [part: string]: unknown }[]
}

/** Keys that an issuer may have. */
const most = 100
const privateParts = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']
const usedKinds: ReadonlySet<unknown> = new Set(['RSA', 'EC', 'OKP'])

/** A key set as text, without keys of kinds that are not used. Undefined: it is none, or it has private or shared keys. */
export function readPublicKeys(text: string): PublicKeySet | undefined {
  let set: unknown
  try {
    set = JSON.parse(text)
  } catch {
    return undefined
  }
  const keys = (set as { keys?: unknown } | null)?.keys
  if (!Array.isArray(keys) || keys.length > most) return undefined
  const isKey = (key: unknown): key is PublicKeySet['keys'][number] => typeof key === 'object' && key !== null && !Array.isArray(key)
  if (!keys.every(isKey) || keys.some((key) => privateParts.some((part) => Object.hasOwn(key, part)))) return undefined
  const used = keys.filter(({ kty }) => usedKinds.has(kty))
  return used.length === 0 ? undefined : { keys: used }
}
