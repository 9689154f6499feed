import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { AddressButton } from '../../ui/AddressLink.tsx'
import { CommandText } from '../../ui/CommandText.tsx'
import { TextField } from '../../ui/TextField.tsx'

/** The default PORT; a page behind a proxy cannot know the actual one. */
const defaultPort = '3000'

/** Explains how to put a proxy with a certificate in front, for an address that is typed once and used in every command. */
export function HttpsSteps() {
  const { t } = useLingui()
  const [typed, setTyped] = useState(isDomain(window.location.hostname) ? window.location.hostname : '')
  const host = hostOf(typed)
  const isWrong = typed.trim() !== '' && host === undefined
  const name = host ?? 'vault.example.org'
  const port = window.location.port || defaultPort
  const proxy = `caddy reverse-proxy --from ${name} --to 127.0.0.1:${port}`
  const server = `HOST=127.0.0.1 PORT=${port} APP_URL=https://${name} TRUSTED_PROXIES=127.0.0.1,::1 npm start`
  return (
    <div className="grid gap-3">
      <p>
        <Trans>
          Without TLS, anyone on the path between a browser and Twofold can read passwords, codes and sessions. Passkeys, the camera and the
          clipboard need HTTPS as well. Twofold does not end TLS itself: a reverse proxy such as Caddy or nginx in front of it does.
        </Trans>
      </p>
      <TextField
        label={t`Domain`}
        inputMode="url"
        mono
        placeholder="vault.example.org"
        autoComplete="off"
        hint={t`Its DNS record must point at this server. The commands below use it.`}
        error={isWrong ? t`Enter a domain such as vault.example.org, without a path.` : undefined}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ol className="grid list-decimal gap-3 ps-6">
        <li>
          <Trans>Let the proxy answer at your address with a certificate and pass requests on to Twofold. Caddy needs one command:</Trans>
          <CommandText>{proxy}</CommandText>
        </li>
        <li>
          <Trans>Start Twofold so that only the proxy reaches it, and knows its own address:</Trans>
          <CommandText>{server}</CommandText>
        </li>
        <li>
          <Trans>Open the new address and sign in. The step is done as soon as Twofold runs at an https address.</Trans>
          {host && (
            <p className="mt-2">
              <AddressButton size="sm" href={`https://${host}/welcome`}>{t`Open ${host}`}</AddressButton>
            </p>
          )}
        </li>
      </ol>
    </div>
  )
}

/** A certificate is given for a domain: not for an address of numbers, nor for a name that only this machine knows. */
const isDomain = (host: string) => /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(host) && !host.endsWith('.localhost')

/** Takes a whole address as well as the domain alone; undefined: it is neither. */
function hostOf(typed: string): string | undefined {
  const text = typed.trim().toLowerCase()
  const whole = text.includes('://') ? text : `https://${text}`
  if (!URL.canParse(whole)) return undefined
  const { hostname, pathname, search, username } = new URL(whole)
  return isDomain(hostname) && pathname === '/' && search === '' && username === '' ? hostname : undefined
}
