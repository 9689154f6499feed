import { Trans, useLingui } from '@lingui/react/macro'
import { FileInput } from '../../../ui/icons/FileInput.ts'
import { FileOutput } from '../../../ui/icons/FileOutput.ts'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { latePart } from '../../../lib/late-part.ts'

const ImportKeys = latePart(() => import('./ImportKeys.tsx').then((module) => module.ImportKeys))
const ExportKeys = latePart(() => import('./ExportKeys.tsx').then((module) => module.ExportKeys))

/** Keys on their way in and out, where somebody who changes applications looks for it. */
export function TransferPanel() {
  const { t } = useLingui()
  const [open, setOpen] = useState<'import' | 'export'>()
  const close = () => setOpen(undefined)
  return (
    <Panel title={t`Import and export`}>
      <div className="grid gap-4">
        <p className="text-text-2">
          <Trans>Bring keys over from another application, or take your own out as a backup.</Trans>
        </p>
        <div className="flex flex-wrap gap-3">
          <Button icon={FileInput} onPress={() => setOpen('import')}>
            <Trans>Import keys</Trans>
          </Button>
          <Button icon={FileOutput} onPress={() => setOpen('export')}>
            <Trans>Export keys</Trans>
          </Button>
        </div>
      </div>
      <Suspense>
        {open === 'import' && <ImportKeys onClose={close} />}
        {open === 'export' && <ExportKeys onClose={close} />}
      </Suspense>
    </Panel>
  )
}
