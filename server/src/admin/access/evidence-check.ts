/**
 * A program for Node.js alone that checks an unpacked evidence pack. It is printed on the cover sheet, so it can be read before it is run. JSON and
 * base64 have to be exactly as they were written, as other spaces would mean the same.
 */
export const evidenceCheck = String.raw`import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const sort = (name, value) => (isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value)
const bytes = (text) => {
  const read = Buffer.from(text, 'base64')
  if (read.toString('base64') !== text) throw new Error('The base64 was changed.')
  return read
}
// Names come from the pack, and a terminal obeys some characters: a forged line would look like ours.
const say = (text) => console.log(text.replace(/[^ -~]/g, '?'))
const signers = new Set()
function signed(name) {
  const text = readFileSync(name, 'utf8')
  const content = JSON.parse(text)
  if (JSON.stringify(content, null, 2) + '\n' !== text) throw new Error('The JSON was changed.')
  if (content === null) return null // no checkpoint yet
  const { statement, public_key, signature } = content
  const key = createPublicKey({ key: bytes(public_key), format: 'der', type: 'spki' })
  if (!verify(null, Buffer.from(JSON.stringify(statement, sort)), key, bytes(signature))) throw new Error('The signature does not fit.')
  signers.add('SHA256:' + createHash('sha256').update(bytes(public_key)).digest('base64').replace(/=+$/, ''))
  return statement
}
function check(name, act) {
  try {
    act()
    say('good ' + name)
  } catch (error) {
    process.exitCode = 1
    say('BAD  ' + name + ': ' + error.message)
  }
}
let files = []
check('manifest.json', () => (files = signed('manifest.json').files))
check('checkpoint.json', () => signed('checkpoint.json'))
for (const { name, sha256 } of files)
  check(name, () => {
    if (createHash('sha256').update(readFileSync(name)).digest('hex') !== sha256) throw new Error('The file was changed.')
  })
say('signed by ' + [...signers].join(' and '))
`
