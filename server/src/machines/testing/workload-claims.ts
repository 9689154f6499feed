/*
 * Claim sets as issuers give them out. Recorded from the documentation and from jobs of each, with names and numbers replaced. Times, issuer and
 * audience are put in when they are signed.
 */

/** github.com, for repositories before 15 July 2026: `sub` names owner and repository. */
export const github = {
  jti: 'a3c5b5a0-0f2e-4f3b-8a51-1f6d9d6f3f10',
  sub: 'repo:octo/app:environment:release',
  ref: 'refs/heads/main',
  sha: '9f0a0b1c2d3e4f5061728394a5b6c7d8e9f00112',
  repository: 'octo/app',
  repository_owner: 'octo',
  repository_owner_id: '65',
  run_id: '9876543210',
  run_number: '42',
  run_attempt: '1',
  repository_visibility: 'private',
  repository_id: '74',
  actor_id: '12',
  actor: 'octocat',
  workflow: 'Release',
  head_ref: '',
  base_ref: '',
  event_name: 'push',
  ref_protected: 'true',
  ref_type: 'branch',
  workflow_ref: 'octo/app/.github/workflows/release.yml@refs/heads/main',
  workflow_sha: '9f0a0b1c2d3e4f5061728394a5b6c7d8e9f00112',
  job_workflow_ref: 'octo/app/.github/workflows/release.yml@refs/heads/main',
  job_workflow_sha: '9f0a0b1c2d3e4f5061728394a5b6c7d8e9f00112',
  runner_environment: 'github-hosted',
  environment: 'release',
}

/** The same since then: with the numbers of both. */
export const githubByNumber = { ...github, sub: 'repo:octo@65/app@74:environment:release' }

export const githubEnterprise = { ...github, sub: 'repo:octo/app:ref:refs/heads/main', enterprise: 'octo-corp', enterprise_id: '7' }

export const gitlab = {
  namespace_id: '72',
  namespace_path: 'my-group',
  project_id: '20',
  project_path: 'my-group/my-project',
  user_id: '1',
  user_login: 'sample-user',
  user_email: 'sample-user@example.com',
  pipeline_id: '574',
  pipeline_source: 'push',
  job_id: '302',
  ref: 'main',
  ref_type: 'branch',
  ref_path: 'refs/heads/main',
  ref_protected: 'true',
  sub: 'project_path:my-group/my-project:ref_type:branch:ref:main',
  environment: 'production',
  environment_protected: 'true',
  deployment_tier: 'production',
  runner_id: 1,
  runner_environment: 'self-hosted',
  sha: '714a629c0b401fdce83e847fc9589983fc6f46bc',
  project_visibility: 'public',
  ci_config_ref_uri: 'gitlab.example.com/my-group/my-project//.gitlab-ci.yml@refs/heads/main',
}

/** A projected token of a service account of a cluster. */
export const kubernetes = {
  jti: 'ea28ed49-2e11-4280-9ec5-bc3d1d84661a',
  'kubernetes.io': {
    namespace: 'release',
    node: { name: 'node-1', uid: '646e7c5e-32d6-4d42-9dbd-e504e6cbe6b1' },
    pod: { name: 'publisher-0', uid: '5e0bd49b-f040-43b0-99b7-22765a53f7f3' },
    serviceaccount: { name: 'publisher', uid: '14ee3fa4-a7e2-420f-9f9a-dbc4507c3798' },
  },
  sub: 'system:serviceaccount:release:publisher',
}
