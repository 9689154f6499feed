import type { OwnKey } from '@twofold/contract/keys'

interface Names {
  name: string
  issuer: string
  account: string
}

const plain = (text: string | null) => (text ?? '').trim().toLocaleLowerCase()

/**
 * An own key that is for the same account as the one to be added, as far as names tell: lists carry no secrets. Without an account the
 * issuer and the name decide, or the name alone.
 */
export function findDuplicate(keys: readonly OwnKey[], { name, issuer, account }: Names): OwnKey | undefined {
  const [newName, newIssuer, newAccount] = [plain(name), plain(issuer), plain(account)]
  return keys.find((key) => {
    if (plain(key.account) !== newAccount) return false
    // A person who leaves the issuer out has usually typed it as the name.
    const sameIssuer = (plain(key.issuer) || plain(key.name)) === (newIssuer || newName)
    return newAccount !== '' ? sameIssuer : plain(key.name) === newName && plain(key.issuer) === newIssuer && newName !== ''
  })
}
