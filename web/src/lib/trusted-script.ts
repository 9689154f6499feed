/** A script's address for browsers that enforce Trusted Types; it prints as the address itself. */
type TrustedScriptAddress = string & { readonly trusted: unique symbol }

interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (address: string) => string }) => { createScriptURL: (address: string) => unknown }
}

declare global {
  interface Window {
    trustedTypes?: TrustedTypes
  }
}

/** The path of the service worker; the server lets the browser ask for it again each time. */
export const serviceWorkerPath = '/sw.js'

/** Gives `address` back when it is the service worker or a built file of ours, both on `origin`. Throws a TypeError for anything else. */
export function checkScriptAddress(address: string, origin: string): string {
  const url = new URL(address, origin)
  const isOurs = url.origin === origin && url.search === '' && (url.pathname === serviceWorkerPath || url.pathname.startsWith('/assets/'))
  if (!isOurs) throw new TypeError(`${address} is no script of Twofold.`)
  return address
}

const rules = { createScriptURL: (address: string) => checkScriptAddress(address, window.location.origin) }
let policy: Pick<ReturnType<TrustedTypes['createPolicy']>, 'createScriptURL'> | undefined

/**
 * The only way to start a worker: `new Worker(trustedScript(address))`. The Content-Security-Policy lets one policy of this name in,
 * and it lets no other address through.
 */
export function trustedScript(address: string): TrustedScriptAddress {
  policy ??= window.trustedTypes?.createPolicy('twofold', rules) ?? rules
  return policy.createScriptURL(address) as TrustedScriptAddress
}
