import { appendFile } from 'node:fs/promises'
import { connect } from './credentials.ts'
import { asFailure, exits, Failure } from './failure.ts'
import { exchangeIdentity } from './identity.ts'
import { codeOf, seconds, takeOne } from './take.ts'
import { visible } from './visible.ts'

/*
 * The GitHub Action. GitHub runs this file twice: for the step itself, and after the job's last step, where the token is revoked. What the first
 * run leaves in the file of GITHUB_STATE, the second one finds in its environment.
 */

/** GitHub writes inputs in capitals and keeps their dashes. An input that is left out is empty. */
function input(name: string): string | undefined {
  const value = process.env[`INPUT_${name.toUpperCase()}`]?.trim()
  return value === '' ? undefined : value
}

function required(name: string): string {
  const value = input(name)
  if (value === undefined) throw new Failure(`The input ${name} is missing.`, exits.usage, 'cli.usage')
  return value
}

/** Variables by which a step would change how the later ones run. */
const isReserved = /^(?:GITHUB_|RUNNER_|ACTIONS_|INPUT_|STATE_|CI$|PATH$|HOME$|LD_|DYLD_|NODE_OPTIONS$|BASH_ENV$|ENV$)/i

function environmentName(): string | undefined {
  const name = input('env-name')
  if (name !== undefined && (!/^[A-Za-z_]\w*$/.test(name) || isReserved.test(name)))
    throw new Failure(`${name} cannot be the name of the variable. Choose another env-name.`, exits.usage, 'cli.usage')
  return name
}

async function write(file: 'GITHUB_ENV' | 'GITHUB_OUTPUT' | 'GITHUB_STATE', name: string, value: string): Promise<void> {
  const path = process.env[file]
  if (path === undefined) throw new Failure(`${file} is not set. This program is a GitHub Action.`, exits.usage, 'cli.usage')
  // A second line would be a variable of its own, such as one by which later steps start programs.
  await appendFile(path, `${name}=${visible(value)}\n`)
}

const numberOf = (name: string) => {
  const value = input(name)
  return value === undefined ? undefined : seconds(value)
}

async function take(): Promise<void> {
  await write('GITHUB_STATE', 'begun', 'true')
  const [url, serviceAccount, key, name] = [required('url'), required('service-account'), required('key'), environmentName()]
  const [wait, minValid, reason] = [numberOf('wait'), numberOf('min-valid'), input('reason')]
  const token = await exchangeIdentity(connect(url), url, { source: 'github', serviceAccount })
  await write('GITHUB_STATE', 'url', url)
  await write('GITHUB_STATE', 'token', token)
  const options = {
    ...(wait !== undefined && { wait }),
    ...(minValid !== undefined && { minValid }),
    ...(reason !== undefined && { reason }),
  }
  const code = codeOf(await takeOne(connect(url, token), key, options, crypto.randomUUID()))
  await write('GITHUB_OUTPUT', 'code', code)
  if (name !== undefined) await write('GITHUB_ENV', name, code)
}

/** A command of the runner is one line. */
const escape = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const { STATE_begun: begun, STATE_url: url, STATE_token: token } = process.env
try {
  if (begun === undefined) await take()
  else if (url !== undefined && token !== undefined) await connect(url).revokeFoundToken({ body: { token } })
} catch (error) {
  const { message, exit } = asFailure(error)
  process.stdout.write(`::error title=Twofold::${escape(message)}\n`)
  process.exitCode = exit
}
