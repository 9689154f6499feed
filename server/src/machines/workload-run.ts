import type { IssuerKind, WorkloadRun } from '@twofold/contract/workload'
import { type Claims, keptClaims } from './trust-rules.ts'

/** Claims that are kept to identify a run, beside its issuer: another one may call a run by the same names. */
const identifyingClaims: Record<IssuerKind, readonly string[]> = {
  github: ['repository', 'ref', 'sha', 'run_id', 'run_attempt', 'environment', 'actor', 'workflow', 'event_name'],
  github_enterprise: ['repository', 'ref', 'sha', 'run_id', 'run_attempt', 'environment', 'actor', 'workflow', 'event_name'],
  gitlab: ['project_path', 'ref', 'ref_type', 'sha', 'pipeline_id', 'job_id', 'environment', 'user_login'],
  url: ['sub'],
  keys: ['sub'],
}

const isPath = (text: string | undefined): text is string =>
  text !== undefined && /^[\w.-]+(\/[\w.-]+)+$/.test(text) && !text.includes('..')
const isNumber = (text: string | undefined): text is string => text !== undefined && /^\d{1,20}$/.test(text)

/** The pages of the service behind an issuer. */
function siteOf(kind: IssuerKind, issuer: string): string {
  if (kind === 'github') return 'https://github.com'
  const { origin, host } = new URL(issuer)
  if (kind === 'gitlab') return issuer.replace(/\/+$/, '')
  return host.startsWith('token.actions.') ? `https://${host.slice('token.actions.'.length)}` : origin
}

/** The page of the run, built from verified claims only. */
function urlOf(kind: IssuerKind, issuer: string, claims: Record<string, string>): string | null {
  if (kind === 'gitlab') {
    const { project_path: path, job_id: job } = claims
    return isPath(path) && isNumber(job) ? `${siteOf(kind, issuer)}/${path}/-/jobs/${job}` : null
  }
  const { repository, run_id: run, run_attempt: attempt } = claims
  if (kind === 'url' || kind === 'keys' || !isPath(repository) || !isNumber(run)) return null
  return `${siteOf(kind, issuer)}/${repository}/actions/runs/${run}${isNumber(attempt) ? `/attempts/${attempt}` : ''}`
}

export function runOf({ kind, issuer }: { kind: IssuerKind; issuer: string }, claims: Claims): WorkloadRun {
  const kept = keptClaims(
    Object.fromEntries(['iss', ...identifyingClaims[kind]].flatMap((name) => (Object.hasOwn(claims, name) ? [[name, claims[name]]] : []))),
  )
  return { url: urlOf(kind, issuer, kept), claims: kept }
}

/** A run in one line, for a sentence. */
export function nameOfRun({ url, claims }: WorkloadRun): string {
  return url ?? claims['repository'] ?? claims['project_path'] ?? claims['sub'] ?? 'the run'
}
