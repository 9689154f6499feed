import { activityKinds } from '@twofold/contract/activity-kinds'
import { auditActions } from '@twofold/contract/admin/audit'
import { notAudited, personPrefix } from '@twofold/contract/audited-acts'
import { expect, test } from 'vitest'
import { goodBodies } from './good-bodies.ts'
import { things } from './own-things.ts'
import { nameOf, readContract } from './read-contract.ts'
import { startTestApp } from './start-test-app.ts'
import { testedCalls, whereToSay } from './tested-calls.ts'

/*
 * Which row of the audit log each call that changes something leaves, or why none. Administrators' calls leave one by their route
 * (`platform/http/route.ts`), so they say nothing. The others say it in `testing/calls.ts` of their noun, and fail here until they do.
 */

/** These leave no row where there is nothing to do, as with a body that names nothing of the caller's, a right PIN or second factor, or a person who is in no doubt (way 4 in insiders-by-invitation.test.ts). */
const mayBeQuiet =
  /^(POST \/(keys\/share|pin\/verify|keys\/\{id\}\/(restore|leave)|reviews\/\{id\}\/(answers|undo)|profile\/proof|oauth\/(revoke|token)|service-accounts\/\{id\}\/(suspend|resume|shares\/\{share_id\}\/accept))|PUT \/profile|POST \/(auth\/factors|groups\/\{id\}\/members\/\{member_id\}|keys\/\{id\}\/shares\/\{share_id\})\/confirm|POST \/auth\/(password\/email|email\/verify))$/

const isKind = (name: string) => Object.hasOwn(activityKinds, name)

test('every kind of activity leaves a row or says why it does not, and no row has two names', () => {
  for (const kind of Object.keys(notAudited)) expect(isKind(kind), kind).toBe(true)
  const own = Object.keys(auditActions).filter((name) => name.startsWith(personPrefix))
  expect(own.filter((action) => isKind(action.slice(personPrefix.length)))).toEqual([])
})

test('somebody has said which row each call leaves that changes something, or why none, and that row is left', async () => {
  const calls = (await readContract()).filter(({ method, path }) => method !== 'GET' && !/^\/(admin|webhooks)/.test(path))
  const rowsOf = (call: string) => testedCalls[call]?.leaves
  const unsaid = calls.map(nameOf).filter((call) => rowsOf(call) === undefined)
  expect(unsaid, `${whereToSay}, as \`leaves\`: which row of the audit log, or why none.`).toEqual([])
  const known = new Set((await readContract()).map(nameOf))
  expect(Object.keys(testedCalls).filter((call) => !known.has(call))).toEqual([])
  const named = Object.values(testedCalls).flatMap(({ leaves = [] }) => (typeof leaves === 'string' ? [] : leaves))
  const isRow = (name: string) =>
    (isKind(name) && notAudited[name as keyof typeof notAudited] === undefined) || Object.hasOwn(auditActions, fullName(name))
  expect(named.filter((name) => !isRow(name))).toEqual([])

  const app = await startTestApp()
  await app.signUp('friend@example.org')
  const newest = () => app.db.selectFrom('audit_log').select(['id', 'action']).execute()
  let worked = 0
  for (const [index, call] of calls.entries()) {
    const name = nameOf(call)
    const ann = await app.signUp(`ann-${index}@example.org`)
    await ann.enterPin()
    const ids = call.path.includes('{') ? ((await things.find(([pattern]) => pattern.test(call.path))?.[1](ann.send, app, ann)) ?? {}) : {}
    const before = new Set((await newest()).map(({ id }) => id))
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, part: string) => ids[part] ?? crypto.randomUUID())
    const { status } = await ann.send(call.method, `/api${path}`, call.body === undefined ? {} : { body: goodBodies[name] ?? {} })
    const left = (await newest()).filter(({ id }) => !before.has(id)).map(({ action }) => action)
    const expected = rowsOf(name) ?? []
    const allowed = typeof expected === 'string' ? [] : expected.map(fullName)
    expect([name, left.filter((action) => !allowed.includes(action))]).toEqual([name, []])
    if (status >= 300 || typeof expected === 'string') continue
    if (!mayBeQuiet.test(name)) expect([name, left.length > 0]).toEqual([name, true])
    worked += 1
  }
  expect(worked).toBeGreaterThan(25)
})

function fullName(name: string): string {
  return name.includes('.') ? name : `${personPrefix}${name}`
}
