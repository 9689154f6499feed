import type { Command } from 'commander'
import { connect, findCredentials, type Where } from './credentials.ts'
import { fromEnvironment } from './environment.ts'
import { exits, Failure } from './failure.ts'
import { print } from './output.ts'
import { readSecret } from './terminal.ts'

export function addTokenCommands(program: Command): void {
  const token = program.command('token').description('what concerns access tokens')
  token
    .command('show')
    .description('say what the token in use may do')
    .action(async (_options, command: Command) => {
      const { url, token: text } = await findCredentials(command.optsWithGlobals<Where>())
      const { token: own } = await connect(url, text).getOwnToken()
      const lines = [own.name, `may: ${own.scopes?.join(', ') ?? 'what its person may'}`, `expires: ${own.expires_at}`]
      print(lines.join('\n'), own)
    })
  token
    .command('revoke')
    .description('revoke any token that you hold: it is asked for, or read from stdin')
    .option('--leaked', 'others may have seen it: its owners are told')
    .action(async ({ leaked }: { leaked?: true }, command: Command) => {
      const { url = fromEnvironment('TWOFOLD_URL') } = command.optsWithGlobals<Where>()
      const address = url ?? (await findCredentials({})).url
      const text = await readSecret('Token')
      if (text === '') throw new Failure('No token was given.', exits.usage, 'cli.nothing_entered')
      await connect(address).revokeFoundToken({ body: { token: text, ...(leaked === true && { reason: 'leaked' as const }) } })
      print('If it was a token of this Twofold, it is revoked.', { revoked: true })
    })
}
