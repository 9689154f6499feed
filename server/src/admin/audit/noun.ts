import type { Ground } from '../../platform/ground/ground.ts'
import { defineNoun, onlyRoutes } from '../../platform/ground/define-noun.ts'
import { createAuditRepository } from './audit.repository.ts'
import { auditRoutes } from './audit.routes.ts'
import { createAuditService } from './audit.service.ts'

/** The audit log as administrators read and export it. The platform writes it. */
export const audit = defineNoun({
  name: 'admin/audit',
  owns: 'none',
  metrics: 'none',
  build(ground: Ground) {
    const service = createAuditService({ ...ground, audit: createAuditRepository, chain: ground.auditChain })
    return onlyRoutes((app) => auditRoutes(app, service))
  },
})
