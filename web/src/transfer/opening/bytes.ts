import { TransferError } from './transfer-failure.ts'

/** Throws `damaged`. */
export function fromBase64(value: unknown): Uint8Array {
  const letters = typeof value === 'string' ? value.replaceAll(/\s/g, '') : '?'
  if (!/^[A-Za-z0-9+/\-_]*={0,2}$/.test(letters)) throw new TransferError('damaged')
  try {
    const text = atob(letters.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', ''))
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  } catch {
    throw new TransferError('damaged')
  }
}

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  // One letter at a time: a call cannot take a million arguments.
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Throws `damaged`. */
export function fromHex(value: unknown): Uint8Array {
  if (typeof value !== 'string' || value.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(value)) throw new TransferError('damaged')
  return Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export const toText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
export const toBytes = (text: string) => new TextEncoder().encode(text)

export function join(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Takes as long whatever differs. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length
  for (const [at, byte] of one.entries()) difference |= byte ^ (other[at] ?? 0)
  return difference === 0
}
