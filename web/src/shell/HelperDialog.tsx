import './helper-dialog.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { useLiveValue } from '../lib/use-live-value.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { AccessibilitySetting } from './AccessibilitySetting.tsx'
import { LanguageSetting } from './LanguageSetting.tsx'
import { SchemeSetting } from './SchemeSetting.tsx'
import { ShortcutSetting } from './ShortcutSetting.tsx'
import { shortcuts, shortcutSetting } from './shortcuts.ts'

/** What the keyboard does here, and how the page looks in this browser. */
export function HelperDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog title={t`Keyboard and display`} subtitle={t`For this browser only`} size="sm" onClose={onClose}>
      <Hints />
      <ShortcutSetting />
      <SchemeSetting />
      <LanguageSetting />
      <AccessibilitySetting />
    </Dialog>
  )
}

function Hints() {
  const { t } = useLingui()
  const list = useLiveValue(shortcuts)
  const isOn = useLiveValue(shortcutSetting) === 'enabled'
  const title = useId()
  return (
    <section aria-labelledby={title}>
      <h3 id={title}>
        <Trans>On this screen</Trans>
      </h3>
      <dl className="hints">
        {list
          .filter(({ keys }) => isOn || keys[0]?.startsWith('Ctrl+'))
          .map(({ keys, description }) => (
            <Hint key={keys[0]} names={[...new Set([keys[0], keys.at(-1)])]} does={description} />
          ))}
        <Hint names={['Esc']} does={t`Close what is open`} />
      </dl>
    </section>
  )
}

function Hint({ names, does }: { names: readonly (string | undefined)[]; does: string }) {
  return (
    <div>
      <dt>
        {names.map((name, index) => (
          <span key={name}>
            {index > 0 && ' – '}
            {name && <Kbd>{name}</Kbd>}
          </span>
        ))}
      </dt>
      <dd>{does}</dd>
    </div>
  )
}
