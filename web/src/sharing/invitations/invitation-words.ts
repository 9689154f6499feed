import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { listContacts } from '@twofold/contract/sharing/grants'
import { installationQuery } from '../../lib/installation.ts'
import { queryOf } from '../../lib/query-of.ts'

export const contactsQuery = queryOf(['shares', 'contacts'], listContacts)

/** How an address that may have no account hears of a key. Until the server has answered, as it is with e-mail. */
export function useInvitationWords(): { help: string; short: string } {
  const { t } = useLingui()
  const { data: contacts } = useQuery(contactsQuery)
  const { data: installation } = useQuery(installationQuery)
  if (contacts?.is_mail_available !== false) return { help: t`No account yet? They’ll get an invitation.`, short: t`They’ll get an e-mail` }
  return {
    help:
      installation?.sign_up === 'open'
        ? t`E-mail is not set up here, so tell them yourself. No account yet? They sign up with this address.`
        : t`E-mail is not set up here, so tell them yourself. No account yet? They need an invitation link from an administrator.`,
    short: t`They get no e-mail`,
  }
}
