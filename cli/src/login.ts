import { waitForToken } from '@twofold/client/device'
import type { Command } from 'commander'
import { connect, deviceName, findCredentials, open, programName, type Where } from './credentials.ts'
import { fromEnvironment } from './environment.ts'
import { asFailure, exits, Failure } from './failure.ts'
import { print, say } from './output.ts'
import { forget, readStored, store } from './stored-credentials.ts'

export function addLoginCommands(program: Command): void {
  program
    .command('login')
    .description('sign this machine in: shows a code that you type in Twofold')
    .argument('[url]', 'where Twofold is')
    .action(async (given: string | undefined, _options, command: Command) => {
      const url = given ?? command.optsWithGlobals<Where>().url ?? fromEnvironment('TWOFOLD_URL') ?? (await readStored())?.url
      if (url === undefined)
        throw new Failure('Say where Twofold is: twofold login https://vault.example.com', exits.usage, 'cli.no_address')
      const vault = connect(url)
      const begun = await vault.startDeviceSignIn({ body: { client_id: programName, device_name: deviceName } })
      say(`Open ${begun.verification_uri} and enter the code ${begun.user_code}`)
      const token = await waitForToken(vault, begun)
      await store(url, token).catch(async (error: unknown) => {
        // Nobody could sign out with it.
        await vault.revokeFoundToken({ body: { token } }).catch(() => {})
        throw new Failure(`The token cannot be kept, so this machine is not signed in: ${asFailure(error).message}`, exits.unexpected)
      })
      const { token: own } = await connect(url, token).getOwnToken()
      print(`Signed in at ${url} as ${own.owner.name}.`, { url, owner: own.owner, expires_at: own.expires_at })
    })

  program
    .command('logout')
    .description('sign this machine out')
    .action(async () => {
      const stored = await readStored()
      if (stored?.token === undefined) throw new Failure('You are not signed in.', exits.notSignedIn, 'cli.not_signed_in')
      // Forgotten first: what cannot be reached now must not keep it here.
      await forget()
      await connect(stored.url).revokeFoundToken({ body: { token: stored.token } })
      print(`Signed out at ${stored.url}.`, { url: stored.url })
    })

  program
    .command('whoami')
    .description('say who the token in use belongs to, and what it may do')
    .action(async (_options, command: Command) => {
      const where = command.optsWithGlobals<Where>()
      const { url } = await findCredentials(where)
      const { token } = await (await open(where)).getOwnToken()
      const who = token.owner.kind === 'person' ? `${token.owner.name} <${token.owner.email}>` : `${token.owner.name} (service account)`
      const may = token.scopes === null ? 'what you may' : token.scopes.join(', ')
      print(`${who} at ${url}\n${token.name} (twofold_${token.kind}_…${token.last_four}): ${may}, until ${token.expires_at}`, {
        url,
        ...token,
      })
    })
}
