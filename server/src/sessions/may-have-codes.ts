import type { Identity } from '../platform/identity.ts'

/** Whether the person of this session or token may be handed codes now. */
export const mayHaveCodes = ({ stage, isLocked, closed, closure, role }: Identity): boolean =>
  stage === 'full' && !isLocked && closed.codes === null && (closure === null || role === 'admin')
