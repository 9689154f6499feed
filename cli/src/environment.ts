import { findNearName } from '@twofold/contract/near-name'
import { exits, Failure } from './failure.ts'

const own = [
  'TWOFOLD_CONFIG_DIR',
  'TWOFOLD_ID_TOKEN',
  'TWOFOLD_SERVICE_ACCOUNT',
  'TWOFOLD_TOKEN',
  'TWOFOLD_TOKEN_FILE',
  'TWOFOLD_URL',
] as const

type Variable = (typeof own)[number] | 'APPDATA' | 'XDG_CONFIG_HOME'

/** A variable that is set to nothing, as many CIs do, is not set. Throws where it is set under a misspelled name: another credential would be used. */
export function fromEnvironment(name: Variable): string | undefined {
  const value = process.env[name]
  if (value !== undefined && value !== '') return value
  const misspelled = Object.keys(process.env).find(
    (other) => process.env[other] !== '' && /^twofold_/i.test(other) && findNearName(other, own) === name,
  )
  if (misspelled !== undefined)
    throw new Failure(`${misspelled} is not a variable of Twofold. Did you mean ${name}?`, exits.usage, 'cli.misspelled_variable')
  return undefined
}
