import { crypto, http, machines, platform } from './folders.ts'
import type { Module } from './module.ts'

/** Those of service accounts, tokens and workloads; `modules` has all. */
export const modulesOfPrograms: readonly Module[] = [
  {
    name: 'tokens',
    files: [
      ...machines(
        'found-token.service',
        'administrator-suspension.service',
        'managed-accounts.service',
        'active-accounts.service',
        'device-approvals.service',
        'device-sign-ins.service',
        'token-check.service',
        'make-token',
      ),
      ...platform('principal'),
      ...http('programs'),
      ...crypto('program-token'),
    ],
    tests: [
      ...crypto('program-token.test'),
      ...machines(
        'make-token.test',
        'personal-tokens.test',
        'service-accounts.test',
        'devices.test',
        'programs.test',
        'refused-tokens.test',
      ),
      'server/src/admin/programs/programs.test.ts',
    ],
  },
  {
    name: 'workloads',
    files: machines('assertion', 'exchange.service', 'grant', 'issuer-keys.service', 'trust-rules', 'workload-run'),
    tests: machines(
      'assertion.test',
      'trust-rules.test',
      'workload-run.test',
      'hostile-assertions.test',
      'workload.test',
      'trusts.test',
      'issuers.test',
    ),
  },
]
