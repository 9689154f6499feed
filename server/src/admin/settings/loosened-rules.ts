import type { Judge, ProtectingRules, Question } from '../../platform/approval.ts'

/** Settings that protect people, and which of two values protects them less. */
const isLooser: { [Name in keyof ProtectingRules]: (now: ProtectingRules[Name], then: unknown) => boolean } = {
  sign_up: (now, then) => now !== 'open' && then === 'open',
  email_verification: (now, then) => proofs.indexOf(String(then)) < proofs.indexOf(now),
  second_factor: (now, then) => strictness.indexOf(String(then)) < strictness.indexOf(now),
  second_factor_grace_days: (now, then) => Number(then) > now,
  quarantine_days: (now, then) => Number(then) < now,
}
const strictness = ['optional', 'encouraged', 'admins', 'all']
const proofs = ['off', 'auto', 'required']

/** The settings in `body` that are less strict than now. Null resets a setting to its default. */
function findLoosened(now: ProtectingRules, defaults: ProtectingRules, body: Question['body']): Record<string, string> {
  const names = Object.keys(isLooser) as (keyof ProtectingRules)[]
  const asked = names.filter((name) => body[name] !== undefined).map((name) => [name, body[name] ?? defaults[name]] as const)
  const looser = asked.filter(([name, then]) => (isLooser[name] as (now: unknown, then: unknown) => boolean)(now[name], then))
  return Object.fromEntries(looser.map(([name, then]) => [name, String(then as string | number)]))
}

/** Settings of other kinds that change with them. */
function findOthers(now: object, body: Question['body']): Record<string, string> {
  const others = Object.entries(body).filter(([name, then]) => !Object.hasOwn(isLooser, name) && then !== (now as typeof body)[name])
  return Object.fromEntries(others.map(([name, then]) => [name, String((then ?? 'default') as string | number)]))
}

/** A change that protects people less waits for a second administrator, who sees what else comes with it. */
export const loosening: Judge = async ({ body, policy, defaults }) => {
  const loosened = findLoosened(policy, defaults, body)
  if (Object.keys(loosened).length === 0) return undefined
  const detail = { ...loosened, ...findOthers(policy, body) }
  return { act: 'loosen_rules', subject: undefined, reason: '', detail, about: [] }
}
