import { Secret } from 'otpauth'

type Account = { secret: string; issuer: string; name: string; algorithm?: number; digits?: number; type?: number }

/** The links that Google Authenticator would show for these accounts, in `size` codes. */
export function migrationLinks(accounts: readonly Account[], size: number): string[] {
  const perPart = Math.ceil(accounts.length / size)
  return Array.from({ length: size }, (_, index) => {
    const entries = accounts.slice(index * perPart, (index + 1) * perPart).map((account) => bytes(1, entry(account)))
    const message = Buffer.concat([...entries, number(2, 1), number(3, size), number(4, index), number(5, 77)])
    return `otpauth-migration://offline?data=${encodeURIComponent(message.toString('base64'))}`
  })
}

function entry({ secret, issuer, name, algorithm = 1, digits = 1, type = 2 }: Account): Buffer {
  const key = Buffer.from(Secret.fromBase32(secret).bytes)
  const texts = [bytes(1, key), bytes(2, Buffer.from(name)), bytes(3, Buffer.from(issuer))]
  return Buffer.concat([...texts, number(4, algorithm), number(5, digits), number(6, type)])
}

/** Protocol Buffers, with values below 128 and fields up to that length twice over. */
const number = (field: number, value: number) => Buffer.from([field << 3, value])

function bytes(field: number, content: Buffer): Buffer {
  const length = content.length < 128 ? [content.length] : [(content.length & 0x7f) | 0x80, content.length >> 7]
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...length]), content])
}
