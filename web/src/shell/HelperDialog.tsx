import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { keyCaps } from '../lib/key-caps.ts'
import { useLiveValue } from '../lib/use-live-value.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { AccessibilitySetting } from './AccessibilitySetting.tsx'
import { LanguageSetting } from './LanguageSetting.tsx'
import { SchemeSetting } from './SchemeSetting.tsx'
import { ShortcutSetting } from './ShortcutSetting.tsx'
import { shortcuts, shortcutSetting } from '../lib/shortcuts.ts'

/** Keyboard shortcuts, and display settings of this browser. */
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
      {/* The keys are as wide as the longest combination of them. */}
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] rounded-md border border-border">
        {list
          .filter(({ keys }) => isOn || keys[0]?.startsWith('Ctrl+'))
          .map(({ keys, description }) => (
            <Hint key={keys[0]} keys={keys} does={description} />
          ))}
        <Hint keys={['Esc']} does={t`Close what is open`} />
      </dl>
    </section>
  )
}

function Hint({ keys, does }: { keys: readonly string[]; does: string }) {
  const [first, last] = [keyCaps(keys[0] ?? ''), keyCaps(keys.at(-1) ?? '')]
  const end = last.at(-1)
  return (
    <div className="col-span-full grid grid-cols-subgrid items-center gap-3 px-3 py-2 not-first:border-t not-first:border-border">
      <dt className="flex items-center gap-[3px] whitespace-nowrap">
        {first.map((cap) => (
          <Kbd key={cap}>{cap}</Kbd>
        ))}
        {end !== undefined && end !== first.at(-1) && (
          <>
            {/^\d$/.test(end) && '–'}
            <Kbd>{end}</Kbd>
          </>
        )}
      </dt>
      <dd>{does}</dd>
    </div>
  )
}
