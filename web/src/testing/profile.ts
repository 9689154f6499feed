import { listOwnRequests } from '@twofold/contract/admin/requests'
import { listDevices } from '@twofold/contract/devices'
import { getFactors } from '@twofold/contract/factors'
import { getPreferences, getProfile, getProfileStats, listActivity, previewDeletion } from '@twofold/contract/profile'
import { listIdentities } from '@twofold/contract/identities'
import { listSessions } from '@twofold/contract/links'
import type { CurrentUser } from '@twofold/contract/sessions'
import { listActsOnMe } from '@twofold/contract/trust'
import { serve } from './server.ts'
import { signInWithKeys } from './vault.ts'

/** A person is signed in whose profile has nothing special. */
export function signInWithProfile(who: Partial<CurrentUser> = {}) {
  const { own_keys: _own, shared_keys: _shared, ...user } = signInWithKeys([], [], who)
  const { is_locked: _locked, codes_closed_until: _until, is_stopped: _stopped, page_language: _language, ...account } = user
  const profileUser = { ...account, has_password: true, has_pin: true }
  serve(getProfile, { user: profileUser })
  serve(listOwnRequests, { acts_alone: false })
  serve(getProfileStats, {})
  serve(previewDeletion, {})
  serve(listActivity, {})
  serve(listActsOnMe, {})
  serve(getPreferences, {})
  serve(listSessions, {})
  serve(listDevices, { data: [] })
  serve(listIdentities, {})
  serve(getFactors, { has_pin: true, pin_state: 'good', has_password: true })
  return profileUser
}
