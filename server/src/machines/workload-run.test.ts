import type { IssuerKind } from '@twofold/contract/workload'
import { expect, test } from 'vitest'
import { nameOfRun, runOf } from './workload-run.ts'

const github = { repository: 'octo/app', run_id: '42', run_attempt: '2' }
const gitlab = { project_path: 'group/sub/app', job_id: '7' }

test.each<[IssuerKind, string, Record<string, unknown>, string]>([
  ['github', 'https://token.actions.githubusercontent.com', github, 'https://github.com/octo/app/actions/runs/42/attempts/2'],
  [
    'github',
    'https://token.actions.githubusercontent.com',
    { ...github, run_attempt: undefined },
    'https://github.com/octo/app/actions/runs/42',
  ],
  ['github', 'https://token.actions.githubusercontent.com', { ...github, run_attempt: 'x' }, 'https://github.com/octo/app/actions/runs/42'],
  ['github_enterprise', 'https://token.actions.octo.ghe.com', github, 'https://octo.ghe.com/octo/app/actions/runs/42/attempts/2'],
  ['github_enterprise', 'https://git.example.org/_services/token', github, 'https://git.example.org/octo/app/actions/runs/42/attempts/2'],
  ['gitlab', 'https://gitlab.com', gitlab, 'https://gitlab.com/group/sub/app/-/jobs/7'],
  ['gitlab', 'https://example.org/gitlab/', gitlab, 'https://example.org/gitlab/group/sub/app/-/jobs/7'],
])('a run of %s at %s is known by its page', (kind, issuer, claims, url) => {
  const run = runOf({ kind, issuer }, claims)
  expect([run.url, nameOfRun(run)]).toEqual([url, url])
})

test.each<[IssuerKind, Record<string, unknown>, string]>([
  ['github', { ...github, repository: 'octo' }, 'octo'],
  ['github', { ...github, repository: '../octo/app' }, '../octo/app'],
  ['github', { ...github, repository: 'octo/app?x' }, 'octo/app?x'],
  ['github', { ...github, repository: '//evil.example/app' }, '//evil.example/app'],
  ['github', { ...github, run_id: '42/x' }, 'octo/app'],
  ['github', { ...github, run_id: 'x42' }, 'octo/app'],
  ['github', { ...github, run_id: '1'.repeat(21) }, 'octo/app'],
  ['github', { repository: 'octo/app' }, 'octo/app'],
  ['gitlab', { ...gitlab, job_id: '7#x' }, 'group/sub/app'],
  ['gitlab', { ...gitlab, project_path: 'group/..' }, 'group/..'],
  ['url', { ...github, sub: 'job:7' }, 'job:7'],
  ['keys', { ...github, sub: 'job:7' }, 'job:7'],
  ['url', {}, 'the run'],
])('claims of %s that make no address, %o, make none, and the run is named by what is left', (kind, claims, name) => {
  const run = runOf({ kind, issuer: 'https://ci.example.org' }, claims)
  expect([run.url, nameOfRun(run)]).toEqual([null, name])
})

test('only what tells a run from others is kept of it, and nothing that claims inherit', () => {
  const claims = Object.assign(Object.create({ actor: 'inherited' }) as object, { ...github, aud: 'x', sub: 'x', extra: 'x' })
  expect(runOf({ kind: 'github', issuer: '' }, claims as Record<string, unknown>).claims).toEqual(github)
  expect(runOf({ kind: 'url', issuer: '' }, { sub: 'job:7', extra: 'x' }).claims).toEqual({ sub: 'job:7' })
})

test.each<[IssuerKind, Record<string, unknown>]>([
  ['github_enterprise', github],
  ['gitlab', gitlab],
  ['url', { sub: 'job:7' }],
  ['keys', { sub: 'job:7' }],
])('a run of %s is no run of another issuer, though both call it the same', (kind, claims) => {
  const [one, other] = ['https://a.example.org', 'https://b.example.org'].map(
    (iss) => runOf({ kind, issuer: iss }, { ...claims, iss }).claims,
  )
  expect(one).not.toEqual(other)
})
