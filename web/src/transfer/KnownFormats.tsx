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
      <dl className="mb-3 grid grid-cols-[minmax(7rem,max-content)_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm text-text-2 max-[30rem]:grid-cols-1 max-[30rem]:gap-y-0">
        {formats.data?.map(({ name, help }) => (
          <Fragment key={name}>
            <dt className="text-text" translate={helpName(name) === name ? 'no' : undefined}>
              {helpName(name)}
            </dt>
            <dd className="max-[30rem]:mb-2">{i18n._(help)}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="text-sm text-text-2">
        <Trans>Files are opened in your browser. Their passwords never leave it.</Trans>
      </p>
    </Disclosure>
  )
}
