import { Trans, useLingui } from '@lingui/react/macro'
import type { HandKind } from '@twofold/contract/trust'
import type { ReactNode } from 'react'

/** An intervention by somebody else, as a sentence. */
export function HandSentence({ kind, by }: { kind: HandKind; by: string | null }) {
  const { t } = useLingui()
  const name = by ?? t`A command on the server`
  const sentences: Record<HandKind, ReactNode> = {
    restored: <Trans>{name} restored your deleted account.</Trans>,
    address_changed: <Trans>{name} changed the e-mail address of your account.</Trans>,
    password_set: <Trans>{name} set your password.</Trans>,
    reset_link_handed_over: <Trans>{name} made a link with which your password can be set.</Trans>,
    pin_set: <Trans>{name} set your PIN.</Trans>,
    factors_removed: <Trans>{name} removed your second factors.</Trans>,
    provider: <Trans>{name} changed the provider that sends e-mail.</Trans>,
    sender: <Trans>{name} changed the sender of e-mail.</Trans>,
    template: <Trans>{name} changed a template of e-mail that accounts depend on.</Trans>,
    theme: <Trans>{name} changed a theme of e-mail that accounts depend on.</Trans>,
    mapping: <Trans>{name} changed which e-mail is sent for an account.</Trans>,
    app_address: <Trans>{name} changed the address that links in e-mail lead to.</Trans>,
  }
  return sentences[kind]
}
