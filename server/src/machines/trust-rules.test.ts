import { type IssuerKind, type TrustRules, workloadLimits } from '@twofold/contract/workload'
import { expect, test } from 'vitest'
import { checkRules, judge, keptClaims, suggestRules } from './trust-rules.ts'

const numbers = { repository_id: ['74'], repository_owner_id: ['65'] }
const onMain = { ...numbers, ref: ['refs/heads/main'] }
const project = { project_id: ['20'] }

test.each<[IssuerKind, TrustRules]>([
  ['github', onMain],
  ['github', { ...numbers, environment: ['release-*'] }],
  ['github_enterprise', { ...numbers, job_workflow_ref: ['octo/app/.github/workflows/x.yml@refs/heads/main'] }],
  ['gitlab', { ...project, ref_type: ['branch'], ref_protected: ['true'] }],
  ['gitlab', { ...project, environment_protected: ['true'] }],
  ['url', { sub: ['job:7'] }],
  ['keys', { sub: ['job:7'] }],
])('rules for %s that name what nobody else can have are taken: %o', (kind, rules) => {
  expect(() => checkRules(kind, rules)).not.toThrow()
})

test.each<[IssuerKind, TrustRules]>([
  ['github', numbers],
  ['github', { ref: ['main'], repository_id: ['74'] }],
  ['github', { ref: ['main'], repository_owner_id: ['65'] }],
  ['github_enterprise', { sub: ['job:7'] }],
  ['gitlab', { ref_type: ['branch'], ref_protected: ['true'] }],
  ['gitlab', project],
  ['gitlab', { ...project, ref_protected: ['true'] }],
  ['gitlab', { ...project, ref_type: ['branch'], ref_protected: ['false'] }],
  ['gitlab', { ...project, ref_type: ['branch'], ref_protected: ['true', 'false'] }],
  ['gitlab', { ...project, environment_protected: ['false'] }],
  ['url', onMain],
  ['keys', onMain],
])('rules for %s without what cannot be renamed or forked are refused: %o', (kind, rules) => {
  expect(() => checkRules(kind, rules)).toThrow(expect.objectContaining({ code: 'workload.anchors_missing' }))
})

test('a star stands at the end of a branch or an environment only, after something', () => {
  for (const ref of ['refs/heads/*', 'v*']) expect(() => checkRules('github', { ...numbers, ref: [ref] })).not.toThrow()
  for (const rules of [{ ref: ['*'] }, { ref: ['a*b'] }, { ref: ['a**'] }, { ref: ['main', '*'] }, { ref: ['main'], actor: ['oct*'] }]) {
    expect(() => checkRules('github', { ...numbers, ...rules })).toThrow(expect.objectContaining({ code: 'workload.wildcard' }))
  }
})

test('there are no more claims in a rule than allowed', () => {
  const rulesOf = (count: number) => ({
    ...onMain,
    ...Object.fromEntries(Array.from({ length: count - 3 }, (_, at) => [`claim${at}`, ['x']])),
  })
  expect(() => checkRules('github', rulesOf(workloadLimits.claims))).not.toThrow()
  expect(() => checkRules('github', rulesOf(workloadLimits.claims + 1))).toThrow(expect.objectContaining({ code: 'workload.claims_limit' }))
})

const claims = { repository_id: '74', repository_owner_id: 65, ref: 'refs/heads/main', ref_protected: true }

test.each<[TrustRules, Record<string, unknown>]>([
  [onMain, claims],
  [{ ref: ['refs/heads/*'] }, claims],
  [{ ref: ['refs/heads/stable', 'refs/heads/main'] }, claims],
  [{ ref_protected: ['true'] }, claims],
  [onMain, { ...claims, event_name: 'push' }],
  [
    { ...onMain, event_name: ['workflow_run'] },
    { ...claims, event_name: 'workflow_run' },
  ],
])('the rules %o let %o in', (rules, given) => {
  expect(judge('github', rules, given)).toBe('matches')
})

test.each<[TrustRules, Record<string, unknown>]>([
  [{ ref: ['refs/heads/mai'] }, claims],
  [{ ref: ['refs/tags/*'] }, claims],
  [{ repository_id: ['7*'] }, claims],
  [{ ref: ['main'] }, { ref: ['main'] }],
  [{ ref: ['main'] }, { ref: null }],
  [{ ref: ['main'] }, {}],
  [{ ref: ['main'] }, Object.create({ ref: 'main' }) as Record<string, unknown>],
  [{ toString: ['main'] }, {}],
  [{ ref: [] }, claims],
  [onMain, { ...claims, repository_id: '75' }],
])('the rules %o do not let %o in', (rules, given) => {
  expect(judge('github', rules, given)).toBe('differs')
})

test.each([
  'pull_request_target',
  'workflow_run',
  'issues',
  'issue_comment',
  'discussion',
  'discussion_comment',
  'fork',
  'watch',
  'gollum',
])(
  '%s, which somebody outside of the repository can cause, counts on GitHub where the rules do not list it, and means nothing elsewhere',
  (event_name) => {
    expect(judge('github', onMain, { ...claims, event_name })).toBe('event')
    expect(judge('github_enterprise', onMain, { ...claims, event_name })).toBe('event')
    expect(judge('gitlab', onMain, { ...claims, event_name })).toBe('matches')
  },
)

test.each<[IssuerKind, Record<string, unknown>, TrustRules]>([
  ['github', claims, { repository_id: ['74'], repository_owner_id: ['65'], ref: ['refs/heads/main'] }],
  ['github', { ...claims, environment: 'release' }, { ...numbers, environment: ['release'] }],
  ['github', { ...claims, ref: undefined, job_workflow_ref: 'w' }, { ...numbers, job_workflow_ref: ['w'] }],
  ['github', { ...claims, ref: undefined }, {}],
  ['github', { ...claims, repository_id: '7*' }, {}],
  [
    'gitlab',
    { project_id: 20, ref: 'main', ref_type: 'branch', ref_protected: 'true' },
    { ...project, ref: ['main'], ref_type: ['branch'], ref_protected: ['true'] },
  ],
  ['gitlab', { project_id: 20, ref: 'main', ref_type: 'branch', ref_protected: 'false' }, {}],
  [
    'gitlab',
    { project_id: 20, environment: 'live', environment_protected: true, ref: 'main' },
    { ...project, environment: ['live'], environment_protected: ['true'] },
  ],
  ['url', { sub: 'job:7', ref: 'main' }, { sub: ['job:7'] }],
  ['keys', { ref: 'main' }, {}],
])('for a refused run of %s with %o the rules %o are suggested', (kind, given, rules) => {
  expect(suggestRules(kind, given)).toEqual(rules)
  if (Object.keys(rules).length > 0) expect(judge(kind, rules, given)).toBe('matches')
})

test('single values of claims are kept as text: 40 of them, 300 characters of each', () => {
  expect(keptClaims({ a: 'x', b: 1, c: false, list: ['x'], object: {}, none: null, ['n'.repeat(101)]: 'x' })).toEqual({
    a: 'x',
    b: '1',
    c: 'false',
  })
  expect(keptClaims({ ['n'.repeat(100)]: 'x'.repeat(301) })).toEqual({ ['n'.repeat(100)]: 'x'.repeat(300) })
  const many = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`c${at}`, 'x']))
  expect(Object.keys(keptClaims(many))).toEqual(Object.keys(many).slice(0, 40))
})

test('characters of a claim that a database does not store or a screen does not show are dropped, and no half of a character is kept', () => {
  expect(keptClaims({ 'a\u0000': 'b\u0000\u202Ec', half: 'x\uD83D', smile: '😀', long: `${'x'.repeat(299)}😀` })).toEqual({
    'a ': 'b  c',
    half: 'x\uFFFD',
    smile: '😀',
    long: 'x'.repeat(299),
  })
  const [kept = ''] = Object.values(keptClaims({ workflow: `${'x'.repeat(299)}😀` }))
  expect([kept.isWellFormed(), kept.slice(0, 299)]).toEqual([true, 'x'.repeat(299)])
})
