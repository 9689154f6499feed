import { Trans, useLingui } from '@lingui/react/macro'
import { editKey, type OwnKey } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { X } from '../ui/icons/X.ts'
import { useId, useState } from 'react'
import { useAct } from '../kits/use-act.ts'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { MachineText } from '../ui/MachineText.tsx'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { TextField } from '../ui/TextField.tsx'
import { keysQuery } from './keys.ts'

/** Sites on which the browser extension may fill codes of a key. Changes apply at once, to everybody with access. */
export function KeySites({ item }: { item: Pick<OwnKey, 'id' | 'sites'> }) {
  const { t } = useLingui()
  const id = useId()
  const [sites, setSites] = useState(item.sites ?? [])
  const [typed, setTyped] = useState('')
  const change = useAct({
    send: (wanted: string[]) => call(editKey, { params: { id: item.id }, body: { sites: wanted } }),
    failed: false,
    said: false,
    renews: [keysQuery.queryKey],
    onDone({ key }) {
      setSites(key.sites ?? [])
      setTyped('')
    },
  })
  const most = limits.sitesPerKey
  const complaint = change.error && failureMessage(change.error, t`Failed to change the sites. Please try again.`)
  return (
    <section className="mt-5 grid gap-2" aria-labelledby={`${id}-title`}>
      <SectionTitle id={`${id}-title`}>
        <Trans>Sites</Trans>
      </SectionTitle>
      <p className="text-sm text-text-2">
        <Trans>The browser extension fills codes of this key on these sites only.</Trans>
      </p>
      {sites.length > 0 && (
        <ul className="grid gap-1">
          {sites.map((site) => (
            <li key={site} className="flex items-center justify-between gap-2 wrap-anywhere">
              <MachineText>{site}</MachineText>
              <IconButton
                size="sm"
                icon={X}
                label={t`Remove ${site}`}
                onPress={() => !change.isPending && change.mutate(sites.filter((other) => other !== site))}
              />
            </li>
          ))}
        </ul>
      )}
      {sites.length >= most ? (
        <p>
          <Trans>A key can have {most} sites.</Trans>
        </p>
      ) : (
        <form
          className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.trim() !== '' && !change.isPending) change.mutate([...sites, typed])
          }}
        >
          <TextField
            label={t`Site`}
            type="url"
            autoComplete="off"
            placeholder="https://accounts.example.com"
            maxLength={limits.siteMax}
            disabled={change.isPending}
            error={complaint || undefined}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              change.reset()
            }}
          />
          <Button type="submit" pending={change.isPending} pendingLabel={t`Saving...`}>
            <Trans>Add</Trans>
          </Button>
        </form>
      )}
    </section>
  )
}
