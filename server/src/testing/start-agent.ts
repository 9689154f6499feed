import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { approveTake, listApprovals } from '@twofold/contract/takes'
import { onTestFinished } from 'vitest'
import { makeToken } from '../machines/testing/make-token.ts'
import { bareEnvironment } from './bare-environment.ts'
import { startTestApp, type TestApp } from './start-test-app.ts'
import { startOfWindow } from './start-of-window.ts'

/** The revisions of the protocol that clients speak: what came with 2026-07-28, and what was before. */
export const eras = { before: 'legacy', since: { pin: '2026-07-28' } } as const
export type Era = keyof typeof eras

let built: string | undefined

/** The program as it is packed, built once for all tests of a process. */
function buildServer(): string {
  if (built === undefined) {
    built = mkdtempSync(join(tmpdir(), 'twofold-mcp-'))
    execFileSync(process.execPath, [join(import.meta.dirname, '../../../mcp/scripts/build.ts'), join(built, 'dist')])
    process.once('exit', () => execFileSync('rm', ['-rf', built ?? '']))
  }
  return join(built, 'dist/twofold-mcp.mjs')
}

interface AgentOptions {
  /** Left out: an application of its own. */
  app?: TestApp
  era?: Era
  /** The person's reaction when the client opens an address; omitted: the client opens none. */
  opened?: (address: string, message: string) => Promise<'accept' | 'decline'>
  /** Content of the commands file, for the key. */
  commandsOf?: (keyId: string) => object
  /** False: a token of a person that is no agent's. */
  isAgent?: boolean
  program?: string
  /** How the client starts it, in place of that. */
  configure?: (vault: {
    url: string
    token: string
    home: string
    keyId: string
  }) => Promise<{ command: string; args: string[]; path: string }>
}

/** Ann has a key, and an agent that speaks to the server for agents with the official client. */
export async function startAgent({ app: given, era = 'since', opened, commandsOf, isAgent = true, program, configure }: AgentOptions = {}) {
  const app = given ?? (await startTestApp())
  // At the begin of a window, where the clock stays.
  app.clock.set(startOfWindow())
  const ann = await app.signUp('ann@example.org', 'Ann')
  await ann.enterPin()
  const { key } = await ann.addKey('Registry')
  const { id: owner } = await app.db.selectFrom('users').where('email', '=', ann.email).select('id').executeTakeFirstOrThrow()
  const token = await makeToken(app, { kind: 'pat', owner, scopes: ['keys:read', 'codes:take'], is_agent: isAgent })
  const home = await mkdtemp(join(tmpdir(), 'twofold-agent-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  await writeFile(join(home, 'token'), token.text, { mode: 0o600 })
  const configured = await configure?.({ url: app.url, token: token.text, home, keyId: key.id })
  const list = [program ?? (configured ? '' : buildServer()), '--url', app.url, '--token-file', join(home, 'token')]
  if (commandsOf !== undefined) {
    await writeFile(join(home, 'commands.json'), JSON.stringify({ commands: commandsOf(key.id) }), { mode: 0o600 })
    list.push('--commands', join(home, 'commands.json'))
  }

  const transport = new StdioClientTransport({
    command: configured?.command ?? process.execPath,
    args: configured?.args ?? list,
    env: { ...bareEnvironment(), ...(configured && { PATH: configured.path }), HOME: home, TWOFOLD_CONFIG_DIR: join(home, 'twofold') },
    stderr: 'pipe',
  })
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    { capabilities: opened === undefined ? {} : { elicitation: { url: {} } }, versionNegotiation: { mode: eras[era] } },
  )
  if (opened !== undefined)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      if (params.mode !== 'url') throw new Error('A form was asked for.')
      return { action: await opened(params.url, params.message) }
    })
  await client.connect(transport)
  onTestFinished(() => client.close())
  /** Calls a tool and answers its result. */
  const use = async (name: string, input: Record<string, unknown> = {}) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: input }, { timeout: 60_000 })
    return { isError: isError ?? false, text: JSON.stringify(content), ...(structuredContent as Record<string, never> | undefined) } as {
      isError: boolean
      text: string
      take_id?: string
      state?: string
      approve_at?: string
      number?: number
      code?: string
      error?: string
      output?: string
      exit_code?: number | null
      keys?: { id: string; name: string }[]
    }
  }
  return {
    app,
    ann,
    key,
    owner,
    home,
    client,
    use,
    /** As Ann does on the page of the request. */
    async approve(id = '') {
      const { data } = (await ann.call(listApprovals, {})).body
      const take = data.find((one) => one.id === id)
      if (take === undefined) throw new Error('Nobody is asked about this.')
      await ann.call(approveTake, { params: { id }, body: { number: take.number } })
    },
    leases: () => app.db.selectFrom('code_leases').select('time_window').where('key_id', '=', key.id).where('kind', '=', 'take').execute(),
    takes: () => app.db.selectFrom('code_takes').select(['id', 'state', 'reason']).where('key_id', '=', key.id).orderBy('seq').execute(),
  }
}
