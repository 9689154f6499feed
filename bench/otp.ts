import { randomBytes } from 'node:crypto'
import { prepareSecret, windowAt } from '@twofold/server/src/platform/otp.ts'
import { Secret, TOTP } from 'otpauth'
import { generateSync } from 'otplib'
import { median } from './median.ts'
import { printAims, printTable } from './print.ts'

/*
 * Our one-time codes beside the two libraries that most Node.js projects use. Every contender starts where the server does:
 * with a secret just decrypted to bytes (SHA-1, 20 bytes, 6 digits, 30 s), and nothing kept from the last time.
 */

const secretsPerRound = 250
const rounds = 41
const time = Date.UTC(2026, 0, 1)

const contenders = {
  'ours, two codes': (secret: Uint8Array) => {
    const prepared = prepareSecret(secret, 'SHA1')
    const counter = windowAt(time, 30)
    return [prepared.code(counter, 6), prepared.code(counter + 1, 6)]
  },
  'otpauth, two codes': (secret: Uint8Array<ArrayBuffer>) => {
    const key = new Secret({ buffer: secret.buffer })
    return [TOTP.generate({ secret: key, timestamp: time }), TOTP.generate({ secret: key, timestamp: time + 30_000 })]
  },
  'otplib, two codes': (secret: Uint8Array) => [
    generateSync({ secret, epoch: time / 1000 }),
    generateSync({ secret, epoch: time / 1000 + 30 }),
  ],
  'ours, one code': (secret: Uint8Array) => [prepareSecret(secret, 'SHA1').code(windowAt(time, 30), 6)],
  'otpauth, one code': (secret: Uint8Array<ArrayBuffer>) => [
    TOTP.generate({ secret: new Secret({ buffer: secret.buffer }), timestamp: time }),
  ],
  'otplib, one code': (secret: Uint8Array) => [generateSync({ secret, epoch: time / 1000 })],
}
type Contender = keyof typeof contenders
const names = Object.keys(contenders) as Contender[]

interface OtpBench {
  /** Codes per second, median over all rounds. */
  codesPerSecond: Record<Contender, number>
  /** Our rate divided by that of the faster library in the same round; median over all rounds. */
  ratio: { one: number; two: number }
}

/** Runs all contenders in turn, round by round, so that a busy moment of the machine meets all of them. */
export async function benchOtp(): Promise<void> {
  checkAgreement()
  const rates: Record<Contender, number>[] = []
  for (let round = 0; round < rounds; round++) {
    const secrets = Array.from({ length: secretsPerRound }, () => new Uint8Array(randomBytes(20)))
    rates.push(Object.fromEntries(names.map((name) => [name, rateOf(name, secrets)])) as Record<Contender, number>)
    await new Promise(setImmediate) // garbage and signals get their turn between rounds
  }
  const ratio = (codes: 'one code' | 'two codes') =>
    median(rates.map((rate) => rate[`ours, ${codes}`] / Math.max(rate[`otpauth, ${codes}`], rate[`otplib, ${codes}`])))
  print({
    codesPerSecond: Object.fromEntries(names.map((name) => [name, Math.round(median(rates.map((rate) => rate[name])))])) as Record<
      Contender,
      number
    >,
    ratio: { one: ratio('one code'), two: ratio('two codes') },
  })
}

function checkAgreement() {
  const secret = new Uint8Array(randomBytes(20))
  const answers = names.map((name) => contenders[name](secret)[0])
  if (new Set(answers).size !== 1) throw new Error(`The contenders do not agree: ${answers.join(', ')}.`)
}

function rateOf(name: Contender, secrets: Uint8Array<ArrayBuffer>[]): number {
  const contender = contenders[name]
  let codes = 0
  const start = process.hrtime.bigint()
  for (const secret of secrets) codes += contender(secret).length
  return codes / (Number(process.hrtime.bigint() - start) / 1e9)
}

function print({ codesPerSecond, ratio }: OtpBench) {
  console.log('SHA-1, 6 digits, from a secret just decrypted; with the code of the next window and without.')
  printTable(
    ['', 'codes/s'],
    names.map((name) => [name, codesPerSecond[name].toLocaleString('en')]),
  )
  printAims([
    { name: 'ours : the faster library, two codes', value: ratio.two, atLeast: 3 },
    { name: 'ours : the faster library, one code', value: ratio.one, atLeast: 3 },
  ])
}
