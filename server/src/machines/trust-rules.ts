import { cutText } from '@twofold/contract/cut-text'
import { type IssuerKind, type TrustRules, workloadLimits } from '@twofold/contract/workload'
import { failField } from '../platform/fail.ts'

export type Claims = Readonly<Record<string, unknown>>

/** Names of branches and environments may end in a star; what identifies a workload may not. */
const mayEndOpen: ReadonlySet<string> = new Set(['ref', 'environment'])

/**
 * Runs that somebody outside of the repository can cause, with its permissions: by a pull request, or in a public one by a comment, a star or an
 * edit of the wiki. Refused unless a rule lists them.
 */
const outsideEvents: ReadonlySet<string> = new Set([
  'pull_request_target',
  'workflow_run',
  'issues',
  'issue_comment',
  'discussion',
  'discussion_comment',
  'fork',
  'watch',
  'gollum',
])

const isGitHub = (kind: IssuerKind) => kind === 'github' || kind === 'github_enterprise'

/** A claim as text; undefined for what is no single value. */
const textOf = (claim: unknown): string | undefined =>
  typeof claim === 'string' ? claim : typeof claim === 'number' || typeof claim === 'boolean' ? String(claim) : undefined

/** Names the claims that are missing to protect against renaming and forks, for a message; undefined: none. */
function missingAnchors(kind: IssuerKind, rules: TrustRules): string | undefined {
  const has = (claim: string) => Object.hasOwn(rules, claim)
  const isTrue = (claim: string) => rules[claim]?.length === 1 && rules[claim][0] === 'true'
  if (isGitHub(kind)) {
    const isNarrow = has('environment') || has('ref') || has('job_workflow_ref')
    return has('repository_id') && has('repository_owner_id') && isNarrow
      ? undefined
      : 'repository_id, repository_owner_id, and one of environment, ref and job_workflow_ref'
  }
  if (kind === 'gitlab') {
    const isProtected = (has('ref_type') && isTrue('ref_protected')) || isTrue('environment_protected')
    return has('project_id') && isProtected
      ? undefined
      : 'project_id, and ref_type with ref_protected = true or environment_protected = true'
  }
  return has('sub') ? undefined : 'sub'
}

export function checkRules(kind: IssuerKind, rules: TrustRules): void {
  const entries = Object.entries(rules)
  if (entries.length > workloadLimits.claims) throw failField('workload.claims_limit', 'rules')
  for (const [claim, values] of entries) {
    const isWrong = (value: string) => {
      const star = value.indexOf('*')
      return star !== -1 && !(mayEndOpen.has(claim) && star > 0 && star === value.length - 1)
    }
    if (values.some(isWrong)) throw failField('workload.wildcard', 'rules')
  }
  const claims = missingAnchors(kind, rules)
  if (claims === undefined) return
  throw failField('workload.anchors_missing', 'rules', { claims })
}

function isMatch(claim: string, values: readonly string[], claims: Claims): boolean {
  const text = Object.hasOwn(claims, claim) ? textOf(claims[claim]) : undefined
  if (text === undefined) return false
  return values.some((value) => (mayEndOpen.has(claim) && value.endsWith('*') ? text.startsWith(value.slice(0, -1)) : text === value))
}

/** Whether the claims satisfy the rules. `event`: they do, but the run was triggered from outside. */
export function judge(kind: IssuerKind, rules: TrustRules, claims: Claims): 'matches' | 'event' | 'differs' {
  if (!Object.entries(rules).every(([claim, values]) => isMatch(claim, values, claims))) return 'differs'
  const event = textOf(claims['event_name'])
  const isOutside = isGitHub(kind) && event !== undefined && outsideEvents.has(event)
  return isOutside && !Object.hasOwn(rules, 'event_name') ? 'event' : 'matches'
}

const anchors: Record<IssuerKind, readonly string[]> = {
  github: ['repository_id', 'repository_owner_id'],
  github_enterprise: ['repository_id', 'repository_owner_id'],
  gitlab: ['project_id'],
  url: ['sub'],
  keys: ['sub'],
}

/** The rules by which such a run would be let in. Empty when its claims lack what every rule needs. */
export function suggestRules(kind: IssuerKind, claims: Claims): TrustRules {
  const narrow = isGitHub(kind)
    ? [['environment', 'ref', 'job_workflow_ref'].find((claim) => textOf(claims[claim]) !== undefined) ?? 'ref']
    : kind === 'gitlab'
      ? textOf(claims['environment_protected']) === 'true'
        ? ['environment', 'environment_protected']
        : ['ref', 'ref_type', 'ref_protected']
      : []
  const rules: TrustRules = {}
  for (const claim of [...anchors[kind], ...narrow]) {
    const text = textOf(claims[claim])
    if (text !== undefined && !text.includes('*')) rules[claim] = [text]
  }
  return missingAnchors(kind, rules) === undefined ? rules : {}
}

/** Characters of a claim that are kept. */
const longest = 300
/** Claims that are kept. */
const most = 40

/** Verified claims as they are kept and shown: single values, as text. */
export function keptClaims(claims: Claims): Record<string, string> {
  const texts = Object.entries(claims).flatMap(([name, claim]): [string, string][] => {
    const text = textOf(claim)
    return text === undefined || name.length > 100 ? [] : [[clean(name), clean(cutText(text, longest))]]
  })
  return Object.fromEntries(texts.slice(0, most))
}

/** Removes characters that a database cannot store or a screen cannot show. */
// eslint-disable-next-line no-control-regex
const clean = (text: string) => text.toWellFormed().replaceAll(/[\u0000-\u001F\u007F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, ' ')
