/*
 * Seals a backup's file key for age recipients (https://age-encryption.org), in addition to the backup's own secret: any one of their secret keys
 * opens the file. The library is loaded on first use, which is rare.
 */

/** Answers the ciphertext in age's base64 form. Throws if a recipient is invalid. */
export async function sealForRecipients(bytes: Buffer, recipients: readonly string[]): Promise<string> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return Buffer.from(await encrypter.encrypt(bytes)).toString('base64')
}

/** Undefined when none of the keys opens it. */
export async function openByKeys(sealed: string, secretKeys: readonly string[]): Promise<Buffer | undefined> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  try {
    for (const key of secretKeys) decrypter.addIdentity(key)
    return Buffer.from(await decrypter.decrypt(Buffer.from(sealed, 'base64')))
  } catch {
    return undefined
  }
}

const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/** Whether the recipient's Bech32 checksum (BIP 173) is valid, so that a typo is found before the backup is needed. */
export function isAgeRecipient(text: string): boolean {
  const [, name, data] = /^(age(?:1pq)?)1([a-z0-9]+)$/.exec(text) ?? []
  if (name === undefined || data === undefined) return false
  const codes = [...name].map((letter) => letter.charCodeAt(0))
  const values = [
    ...codes.map((code) => code >> 5),
    0,
    ...codes.map((code) => code & 31),
    ...[...data].map((letter) => letters.indexOf(letter)),
  ]
  if (values.includes(-1)) return false
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    generator.forEach((mask, bit) => {
      if ((top >>> bit) & 1) sum ^= mask
    })
  }
  return sum === 1
}
