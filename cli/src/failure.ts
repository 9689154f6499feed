import { TwofoldError } from '@twofold/client'
import { visible } from './visible.ts'

/** Exit codes of commands; `docs/command-line.md` lists them. */
export const exits = {
  unexpected: 1,
  usage: 2,
  notSignedIn: 3,
  notAllowed: 4,
  inVain: 5,
  denied: 6,
  unreachable: 7,
  limited: 8,
  /** Codes of `exec` itself, as of `env` and `timeout`: it failed before the command, the command cannot be run, or does not exist. */
  exec: 125,
  notExecutable: 126,
  notFound: 127,
} as const

/** Ends the command with a sentence on stderr. */
export class Failure extends Error {
  readonly exit: number
  readonly code: string
  constructor(message: string, exit: number, code = 'cli.failed') {
    super(message)
    this.exit = exit
    this.code = code
  }
}

const byCode: Record<string, number> = {
  'takes.timed_out': exits.inVain,
  'takes.too_long': exits.inVain,
  'takes.code_gone': exits.inVain,
  'takes.denied': exits.denied,
  'oauth.access_denied': exits.denied,
  'oauth.expired_token': exits.inVain,
  'client.redirected': exits.unreachable,
  'client.not_twofold': exits.unreachable,
}

const byStatus: Record<number, number> = {
  0: exits.unreachable,
  400: exits.usage,
  401: exits.notSignedIn,
  403: exits.notAllowed,
  404: exits.notAllowed,
  409: exits.notAllowed,
  422: exits.usage,
  429: exits.limited,
  502: exits.unreachable,
  503: exits.unreachable,
  504: exits.unreachable,
}

/** Any error as what is said about it and what the command ends with. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof TwofoldError) {
    const complaints = Object.entries(error.errors).map(([field, about]): [string, string] => [field, about.join(' ')])
    // Some errors of one field say the same for the whole call.
    const fields = complaints.filter(([, text]) => text !== error.message).map(([field, text]) => `${field}: ${text}`)
    // Its sentence is about the fields of a form, which stand above it.
    const lines = error.code === 'request.invalid' && fields.length > 0 ? fields : [error.message, ...fields]
    return new Failure(lines.map(visible).join('\n'), byCode[error.code] ?? byStatus[error.status] ?? exits.unexpected, error.code)
  }
  return new Failure(error instanceof Error ? error.message : String(error), exits.unexpected)
}
