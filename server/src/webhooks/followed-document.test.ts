import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readBlocks } from '../testing/read-blocks.ts'
import { startWebhooks } from './testing/start-webhooks.ts'

const run = promisify(execFile)

/** The document's uses of curl, for machines without it. */
const curl = `
const args = process.argv.slice(2)
const request = { method: 'GET', headers: {}, url: '' }
while (args.length > 0) {
  const one = args.shift()
  if (one === '-X') request.method = args.shift()
  else if (one === '-H') request.headers[args[0].split(': ')[0]] = args.shift().split(': ').slice(1).join(': ')
  else if (one === '-d') request.body = args.shift()
  else request.url = one
}
const answer = await fetch(request.url, request)
console.log(await answer.text())
process.exitCode = answer.ok ? 0 : 22
`

/** Folder in which the document's modules find their libraries. */
async function makeFolder(): Promise<string> {
  const above = join(import.meta.dirname, '../../../.cache')
  await mkdir(above, { recursive: true })
  const folder = await mkdtemp(join(above, 'followed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'curl.mjs'), curl)
  return folder
}

test('docs/webhooks.md works when it is followed word for word', async () => {
  const { app, root, sink, happen, webhooks } = await startWebhooks({ now: Date.now() })
  const folder = await makeFolder()
  const [add = ''] = await readBlocks('webhooks.md')
  const [bySecret = '', byKey = ''] = await readBlocks('webhooks.md', 'js')

  /** Adds the endpoint as the document does, with the address and certificate of ours, and answers what arrived there. */
  async function receive(signature: 'v1' | 'v1a') {
    const script = add
      .replace('https://hooks.example.com/twofold', `${sink.origin}/twofold`)
      .replace('"v1a"', `"${signature}", "ca": ${JSON.stringify(sink.ca)}`)
    const env = { APP_URL: app.url, SESSION: root.token }
    const shell = `curl() { '${process.execPath}' '${join(folder, 'curl.mjs')}' "$@"; }\n${script}`
    const { stdout } = await run('bash', ['-ec', shell], { env: { ...process.env, ...env } })
    const made = JSON.parse(stdout) as { webhook: { public_key: string | null }; secret: string | null }
    sink.requests.length = 0
    await happen()
    await webhooks.sendDue()
    const request = sink.requests.find(({ headers }) => String(headers['webhook-signature']).startsWith(`${signature},`))
    if (request === undefined) throw new Error('Nothing arrived.')
    return { publicKey: made.webhook.public_key, secret: made.secret, headers: request.headers, body: request.body }
  }

  /** Whether the lines of the document take it for ours. */
  async function check(lines: string, known: object): Promise<boolean> {
    const [imports = '', ...rest] = lines.split('\n\n')
    const names = Object.entries(known).map(([name, value]) => `const ${name} = ${JSON.stringify(value)}`)
    const file = join(folder, `${crypto.randomUUID()}.mjs`)
    await writeFile(
      file,
      [imports, ...names, ...rest, "if (typeof isOurs !== 'undefined' && !isOurs) throw new Error('not ours')"].join('\n'),
    )
    return run(process.execPath, [file]).then(
      () => true,
      () => false,
    )
  }

  const [sealed, signed] = [await receive('v1'), await receive('v1a')]
  expect([await check(bySecret, sealed), await check(byKey, signed)]).toEqual([true, true])
  const changed = (one: typeof sealed) => ({ ...one, body: one.body.replace('token.created', 'token.revoked') })
  expect([await check(bySecret, changed(sealed)), await check(byKey, changed(signed))]).toEqual([false, false])
})
