import { type Client, type ClientOptions, createClient, type Operations, TwofoldError } from '@twofold/client'
import { withoutControls } from './visible.ts'

/** Examples of the values that an answer must have; a list stands for any list. */
type Shape<Answer> = Answer extends readonly unknown[]
  ? readonly []
  : Answer extends object
    ? { readonly [Field in keyof Answer]?: Shape<Answer[Field]> }
    : Answer

/** Every call that the commands make, with what they need of its answer. */
const answers = {
  startDeviceSignIn: { device_code: '', user_code: '', verification_uri: '', expires_in: 0, interval: 0 },
  issueToken: { access_token: '' },
  revokeFoundToken: {},
  getOwnToken: { token: { owner: { name: '' } } },
  listKeys: { own_keys: [], shared_keys: [] },
  showCode: { code: '' },
  addKey: { key: { id: '' } },
  takeCode: { take: { id: '' } },
  getTake: { take: { id: '' } },
  cancelTake: {},
  verifyPin: {},
  importKeys: { verdicts: [] },
  shareKey: { message: '' },
  exportKeys: { keys: [] },
} as const satisfies { [Name in keyof Operations]?: Shape<Operations[Name]['answer']> }

export type Vault = Pick<Client, keyof typeof answers>

function fits(shape: unknown, value: unknown): boolean {
  if (Array.isArray(shape)) return Array.isArray(value)
  if (typeof shape !== 'object' || shape === null) return typeof value === typeof shape
  return (
    typeof value === 'object' && value !== null && Object.entries(shape).every(([field, below]) => fits(below, Reflect.get(value, field)))
  )
}

/** The calls of the commands, with no control character in an answer but the line breaks of a note. Throws where an answer is not one of Twofold: another server may answer every call with `{}`. */
export function openVault(options: ClientOptions): Vault {
  const client = createClient(options) as unknown as Record<string, (...input: unknown[]) => Promise<unknown>>
  const checked = Object.entries(answers).map(([name, shape]) => [
    name,
    async (...input: unknown[]) => {
      const answer = withoutControls(await client[name]?.(...input))
      if (fits(shape, answer)) return answer
      throw new TwofoldError(`${new URL(options.url).origin} did not answer as Twofold does (status 200).`, 'client.not_twofold', 200)
    },
  ])
  return Object.fromEntries(checked) as Vault
}
