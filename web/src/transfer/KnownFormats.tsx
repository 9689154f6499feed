import { Trans } from '@lingui/react/macro'
import { Fragment, useState } from 'react'
import { Disclosure } from '../ui/Disclosure.tsx'
import { formatHelp } from './format-help.ts'
import { helpName } from './transfer-texts.ts'

/** Whose exports can be read, and where each application hides them. */
export function KnownFormats() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure summary={<Trans>What can be imported</Trans>} open={isOpen} onToggle={setOpen}>
      <dl className="known-formats">
        {Object.entries(formatHelp()).map(([name, help]) => (
          <Fragment key={name}>
            <dt>{helpName(name)}</dt>
            <dd>{help}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="text-sm text-text-2">
        <Trans>Files are opened in your browser. Their passwords never leave it.</Trans>
      </p>
    </Disclosure>
  )
}
