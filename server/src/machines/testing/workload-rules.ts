import type { TrustRules } from '@twofold/contract/workload'

export const gitlabRules: TrustRules = { project_id: ['20'], ref_type: ['branch'], ref_protected: ['true'] }

export const clusterRules: TrustRules = { sub: ['system:serviceaccount:release:publisher'] }

export const nowInSeconds = () => Math.floor(Date.now() / 1000)
