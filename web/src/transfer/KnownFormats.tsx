import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Disclosure } from '../ui/Disclosure.tsx'

/** Whose exports can be read, and where each application hides them. */
export function KnownFormats() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure summary={<Trans>What can be imported</Trans>} open={isOpen} onToggle={setOpen}>
      <dl className="known-formats">
        <dt>Twofold</dt>
        <dd>
          <Trans>Export keys: encrypted file, or links</Trans>
        </dd>
        <dt>Google Authenticator</dt>
        <dd>
          <Trans>Transfer accounts, Export accounts: a picture of each of its QR codes</Trans>
        </dd>
        <dt>Aegis</dt>
        <dd>
          <Trans>Settings, Import & Export, Export: JSON, with or without a password</Trans>
        </dd>
        <dt>2FAS</dt>
        <dd>
          <Trans>Settings, 2FAS Backup, Export: with or without a password</Trans>
        </dd>
        <dt>Ente Auth</dt>
        <dd>
          <Trans>Settings, Data, Export codes: encrypted or plain text</Trans>
        </dd>
        <dt>Bitwarden</dt>
        <dd>
          <Trans>Export vault: JSON, or JSON encrypted with “Password protected”. Passwords in it are not read.</Trans>
        </dd>
        <dt>Proton Authenticator</dt>
        <dd>
          <Trans>Settings, Export: JSON</Trans>
        </dd>
        <dt>Raivo</dt>
        <dd>
          <Trans>The JSON file inside its ZIP archive</Trans>
        </dd>
        <dt>andOTP</dt>
        <dd>
          <Trans>Backup: plain, or encrypted with a password</Trans>
        </dd>
        <dt>
          <Trans>Any other</Trans>
        </dt>
        <dd>
          <Trans>A list of otpauth links, one in a line, or pictures of QR codes</Trans>
        </dd>
      </dl>
      <p className="text-sm text-text-2">
        <Trans>Files are opened in your browser. Their passwords never leave it.</Trans>
      </p>
    </Disclosure>
  )
}
