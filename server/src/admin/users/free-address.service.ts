import { failField } from '../../platform/fail.ts'
import type { UserAdmissionDeps } from './user-admission.service.ts'

export function createFreeAddress(deps: UserAdmissionDeps) {
  /** The address may belong to the account `params.id`. */
  async function requireFree({ email }: { email?: string | undefined }, { params }: { params?: { id?: string } } = {}): Promise<void> {
    const holder = email === undefined ? undefined : await deps.accounts.findByEmail(email)
    if (holder !== undefined && holder.id !== params?.id) throw failField('auth.email_taken', 'email')
  }

  return { requireFree }
}

export type FreeAddress = ReturnType<typeof createFreeAddress>
