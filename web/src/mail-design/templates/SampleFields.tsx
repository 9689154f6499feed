import { Trans, useLingui } from '@lingui/react/macro'
import type { SampleData } from '@twofold/contract/mail-design/template-fields'
import { useState } from 'react'
import { translateVariable } from '../../lib/server-texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { Samples } from './use-samples.ts'

type SampleFieldsProps = {
  samples: Samples
  /** Values that the preview was rendered with. */ used: SampleData
  descriptions: Record<string, string>
}

/** The values in a preview, to be tried with others: a long name, an empty one, one that means something in HTML. */
export function SampleFields({ samples: { given, give, reset }, used, descriptions }: SampleFieldsProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const names = Object.keys(used)
  const changed = names.filter((name) => name in given).length
  if (names.length === 0) return null
  return (
    <Disclosure
      open={isOpen}
      onToggle={setOpen}
      summary={
        <>
          <Trans>Sample values</Trans>
          {changed > 0 && (
            <span className="font-normal">
              <Trans>{changed} changed</Trans>
            </span>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-sm text-text-2">
          <Trans>The preview, its tab and test e-mails are filled with these. They are not stored.</Trans>
        </p>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] items-start gap-4">
          {names.map((name) => (
            <TextField
              key={name}
              mono
              label={name}
              help={
                descriptions[name] === undefined || descriptions[name] === name ? undefined : translateVariable(name, descriptions[name])
              }
              maxLength={2000}
              autoComplete="off"
              value={String(given[name] ?? used[name])}
              onChange={({ target }) => give(name, target.value)}
            />
          ))}
        </div>
        {changed > 0 && (
          <div>
            <Button size="sm" onPress={reset}>{t`Reset sample values`}</Button>
          </div>
        )}
      </div>
    </Disclosure>
  )
}
