import { Trans, useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import { editKey, type OwnKey } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { X } from '../ui/icons/X.ts'
import { useId, useState } from 'react'
import { PageForm } from '../kits/PageForm.tsx'
import { useAct } from '../kits/use-act.ts'
import { useSentForm } from '../kits/use-sent-form.ts'
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
  const act = {
    failed: t`Failed to change the sites. Please try again.`,
    said: false,
    renews: [keysQuery.queryKey],
    onAnswer: ({ key }: CallResponse<typeof editKey>) => setSites(key.sites ?? []),
  } as const
  const change = (wanted: string[]) => call(editKey, { params: { id: item.id }, body: { sites: wanted } })
  const remove = useAct({ ...act, send: (site: string) => change(sites.filter((other) => other !== site)) })
  const form = useSentForm({
    ...act,
    values: { site: '' },
    send: ({ site }) => change([...sites, site]),
    fieldOf: () => 'site',
    onSubmit: (typed, send) => typed.site.trim() !== '' && !remove.isPending && send(typed),
    leaves: 'nothing',
  })
  const isPending = form.isPending || remove.isPending
  const { error: complaint, ...field } = form.field('site')
  const most = limits.sitesPerKey
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
              <IconButton size="sm" icon={X} label={t`Remove ${site}`} onPress={() => !isPending && remove.mutate(site)} />
            </li>
          ))}
        </ul>
      )}
      {sites.length >= most ? (
        <p>
          <Trans>A key can have {most} sites.</Trans>
        </p>
      ) : (
        <PageForm form={form} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2" onChange={form.forget}>
          <TextField
            label={t`Site`}
            type="url"
            autoComplete="off"
            placeholder="https://accounts.example.com"
            maxLength={limits.siteMax}
            {...field}
            disabled={isPending}
            error={complaint ?? form.failure}
          />
          <Button type="submit" pending={isPending} pendingLabel={t`Saving...`}>
            <Trans>Add</Trans>
          </Button>
        </PageForm>
      )}
    </section>
  )
}
