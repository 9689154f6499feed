import { parseArgs } from 'node:util'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { connect, findCredentials } from '@twofold/cli/credentials'
import { asFailure, exits, Failure } from '@twofold/cli/failure'
import { version } from '@twofold/cli/version'
import { readCommands } from './commands.ts'
import { createHeldTakes } from './held-takes.ts'
import { createServer } from './server.ts'

const usage = `twofold-mcp lets an agent ask for codes of a Twofold vault. A program that speaks MCP starts it.

  --url ADDRESS       where Twofold is, in place of TWOFOLD_URL
  --token-file FILE   a file with the agent's token, in place of TWOFOLD_TOKEN_FILE or TWOFOLD_TOKEN
  --commands FILE     commands that may run with a code, in place of TWOFOLD_MCP_COMMANDS
`

function readOptions() {
  const text = { type: 'string' } as const
  try {
    const options = { url: text, 'token-file': text, commands: text, help: { type: 'boolean' }, version: { type: 'boolean' } } as const
    return parseArgs({ options }).values
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : String(error), exits.usage, 'mcp.usage')
  }
}

async function main(): Promise<void> {
  const { url: address, 'token-file': tokenFile, commands: path, help, version: isVersion } = readOptions()
  if (help === true) return void process.stderr.write(usage)
  if (isVersion === true) return void process.stderr.write(`${version}\n`)
  const commands = await readCommands(path ?? process.env['TWOFOLD_MCP_COMMANDS'])
  const where = { ...(address !== undefined && { url: address }), ...(tokenFile !== undefined && { tokenFile }) }
  const { url, token } = await findCredentials(where)
  const vault = connect(url, token)
  const takes = createHeldTakes(vault)
  let isAgent = false
  /** Asked with the first call, not at the start: a vault that is away then may be back when it is needed. */
  async function requireAgent(): Promise<void> {
    if (isAgent) return
    isAgent = (await vault.getOwnToken()).token.is_agent
    if (!isAgent)
      throw new Error(
        'This token is not an agent’s, so nobody would be asked. Create one in Twofold under Profile, Access tokens, for an agent.',
      )
  }
  const handle = serveStdio(() => createServer({ vault, takes, commands, requireAgent }))
  const stop = async (): Promise<never> => {
    await Promise.allSettled([takes.close(), handle.close()])
    process.exit(0)
  }
  process.stdin.once('end', () => void stop())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
}

try {
  await main()
} catch (error) {
  const failure = asFailure(error)
  process.stderr.write(`twofold-mcp: ${failure.message}\n`)
  process.exitCode = failure.exit
}
