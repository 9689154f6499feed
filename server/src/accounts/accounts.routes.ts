import { breachRange, checkLink, resetPassword, stopClosing, verifyEmail } from '@twofold/contract/links'
import { requestPasswordReset, requestVerification } from '@twofold/contract/sessions'
import { type App, route } from '../platform/http/route.ts'
import type { BreachRangeService } from './breach-range.service.ts'
import type { ClosingService } from './closing.service.ts'
import type { LinksService } from './links.service.ts'
import type { PasswordChangesService } from './password-changes.service.ts'
import type { VerificationService } from './verification.service.ts'

/** Calls on an account that need no sign-in. */
export function accountsRoutes(
  app: App,
  services: {
    links: Pick<LinksService, 'check'>
    closing: Pick<ClosingService, 'stop'>
    verification: Pick<VerificationService, 'request' | 'verify'>
    passwords: Pick<PasswordChangesService, 'requestReset' | 'reset'>
    breachRange: BreachRangeService
  },
): void {
  const { links, verification, passwords } = services
  // Also during maintenance, which an administrator could start: an objection is urgent.
  const objecting = { role: 'public', limit: 'link', duringMaintenance: true } as const
  route(app, checkLink, objecting, ({ body }) => links.check(body.token))
  route(app, stopClosing, objecting, ({ body, client }) => services.closing.stop(body.token, client))
  route(app, verifyEmail, { role: 'public', limit: 'link' }, ({ body }) => verification.verify(body.token))
  route(app, resetPassword, { role: 'public', limit: 'link' }, ({ body, client }) => passwords.reset(body, client))
  route(app, requestVerification, { role: 'public', limit: ['verification_request', 'verification_recipient'] }, ({ body }) =>
    verification.request(body.email),
  )
  route(app, requestPasswordReset, { role: 'public', limit: ['reset_request', 'reset_recipient'] }, ({ body, client }) =>
    passwords.requestReset(body.email, client),
  )
  route(app, breachRange, { role: 'public', limit: 'public', duringMaintenance: true }, ({ params }) =>
    services.breachRange.find(params.prefix),
  )
}
