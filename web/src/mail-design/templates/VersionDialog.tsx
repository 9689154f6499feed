import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { DiffLine, TemplateVersion } from '@twofold/contract/mail-design/template-versions'
import { useState } from 'react'
import { Loaded } from '../../kits/Loaded.tsx'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { templateVersionQuery } from './templates.ts'
import { useChangeNames } from './use-change-names.ts'

const tones = {
  same: { line: '', number: 'text-text-3' },
  added: { line: 'bg-success-soft text-success-text', number: '' },
  removed: { line: 'bg-danger-soft text-danger-text', number: '' },
} as const

type VersionDialogProps = { slug: string; number: number; versions: readonly TemplateVersion[]; onClose: () => void }

/** Differences between two versions, line by line. */
export function VersionDialog({ slug, number, versions, onClose }: VersionDialogProps) {
  const { t } = useLingui()
  const [against, setAgainst] = useState<number>()
  const templateVersion = useQuery(templateVersionQuery(slug, number, against))
  const nameChange = useChangeNames()
  const fields = Object.entries(templateVersion.data?.differences ?? {})
  return (
    <Dialog title={t`Version ${number}`} size="lg" onClose={onClose} footer={<CloseButton />}>
      <Select
        label={t`Compare with`}
        value={against === undefined ? '' : String(against)}
        onChange={({ target }) => setAgainst(target.value === '' ? undefined : Number(target.value))}
        options={[
          { value: '', label: t`The template as it is now` },
          ...versions.filter((one) => one.number !== number).map((one) => ({ value: String(one.number), label: t`Version ${one.number}` })),
        ]}
      />
      <Loaded of={templateVersion} failed={t`The version could not be loaded`}>
        {() =>
          fields.length === 0 ? (
            <p>
              <Trans>No differences.</Trans>
            </p>
          ) : (
            fields.map(([field, lines]) => <Difference key={field} name={nameChange(field)} lines={lines} />)
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Difference({ name, lines }: { name: string; lines: readonly DiffLine[] }) {
  const { t } = useLingui()
  const signs = { same: ' ', added: '+', removed: '-' }
  return (
    <section className="grid gap-2" aria-label={name}>
      <h3>{name}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div
        className="overflow-x-auto rounded-md border border-border font-code text-sm"
        role="group"
        aria-label={t`Differences: ${name}`}
        tabIndex={0}
      >
        {lines.map(({ kind, text, old_line: before, new_line: after }, index) => (
          <div
            key={index}
            className={`grid grid-cols-[2.75rem_2.75rem_1.25rem_minmax(0,1fr)] wrap-anywhere whitespace-pre-wrap ${tones[kind].line}`}
          >
            <span aria-hidden="true" className={`pe-2 text-end select-none ${tones[kind].number}`}>
              {before}
            </span>
            <span aria-hidden="true" className={`pe-2 text-end select-none ${tones[kind].number}`}>
              {after}
            </span>
            <span aria-hidden="true">{signs[kind]}</span>
            <span>
              {kind !== 'same' && <span className="sr-only">{kind === 'added' ? t`Added:` : t`Removed:`} </span>}
              {text}
            </span>
          </div>
        ))}
      </div>
    </section>
  )
}
