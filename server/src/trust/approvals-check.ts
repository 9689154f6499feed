import { sentence } from '@twofold/contract/sentences/sentences'
import { type Finding, worded } from '../platform/health/finding.ts'
import { defineCheck } from '../platform/health/health-check.ts'

/** The operator's choice, so it is reported without a warning. */
export const approvalsCheck = (actsAlone: boolean) =>
  defineCheck({ name: 'approvals', title: 'Approvals', judge: () => judgeApprovals(actsAlone) })

function judgeApprovals(actsAlone: boolean): Finding {
  if (actsAlone) return { status: 'healthy', ...worded(sentence('health.none'), sentence('health.acts_alone')) }
  return {
    status: 'healthy',
    ...worded(sentence('health.required'), sentence('health.acts_wait')),
  }
}
