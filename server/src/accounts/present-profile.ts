import type { ProfileUser } from '@twofold/contract/profile'
import { presentUser } from './accounts.service.ts'
import type { ProfileRow } from './profile.service.ts'

export function presentProfile(profile: ProfileRow): ProfileUser {
  return {
    ...presentUser(profile),
    pending_email: profile.pending_email,
    auto_lock_minutes: profile.auto_lock_minutes,
    has_password: profile.password_hash !== null,
    has_pin: profile.has_pin,
  }
}
