import { Trans, useLingui } from '@lingui/react/macro'
import type { Template } from '@twofold/contract/mail-design/templates'
import { copyText } from '../../lib/copy-text.ts'
import { translateVariable } from '../../lib/server-texts.ts'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toast.ts'
import { longToast } from '../../ui/toast-options.ts'

/** Variables of a template; a click copies one in its syntax. */
export function VariablesPanel({ template }: { template: Template }) {
  const { t } = useLingui()
  const copy = async (name: string) => {
    const variable = `{{${name}}}`
    if (await copyText(variable)) toast.success(t`Copied "${variable}" to clipboard`, longToast)
    else toast.error(t`Failed to copy to clipboard`, longToast)
  }
  return (
    <Panel title={t`Variables`}>
      <div className="grid gap-3">
        <p className="text-sm text-text-2">
          <Trans>Click one to copy it. The list follows from the events that use this template.</Trans>
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
        <ul className="-mx-2 grid max-h-104 gap-1 overflow-y-auto" aria-label={t`Variables`} tabIndex={0}>
          {Object.entries(template.variables).map(([name, description]) => (
            <li key={name}>
              <button
                type="button"
                className="grid w-full rounded-md p-2 text-start wrap-anywhere hover:bg-hover"
                onClick={() => void copy(name)}
              >
                <code>{`{{${name}}}`}</code>
                {description !== name && <span className="text-sm text-text-2">{translateVariable(name, description)}</span>}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
