import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Disclosure } from '../ui/Disclosure.tsx'
import { listFormats } from './transfer-jobs.ts'
import { helpName } from './transfer-texts.ts'

/** Supported applications, and where each of them has its export. */
export function KnownFormats() {
  const { i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const formats = useQuery({
    queryKey: ['import-formats'],
    queryFn: ({ signal }) => listFormats(signal),
    enabled: isOpen,
    staleTime: Infinity,
  })
  return (
    <Disclosure summary={<Trans>What can be imported</Trans>} open={isOpen} onToggle={setOpen}>
      <dl className="known-formats">
        {formats.data?.map(({ name, help }) => (
          <Fragment key={name}>
            <dt>{helpName(name)}</dt>
            <dd>{i18n._(help)}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="text-sm text-text-2">
        <Trans>Files are opened in your browser. Their passwords never leave it.</Trans>
      </p>
    </Disclosure>
  )
}
