import { useState } from 'react'
import { Header } from '../../../shell/Header.tsx'
import { Page } from '../../../shell/Page.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { toast } from '../../../ui/toast.ts'
import { Badges, Buttons } from './Buttons.tsx'
import { Code } from './Code.tsx'
import { Data, States } from './Data.tsx'
import { Alerts, Overlays, ProgressAndLoading, Toasts } from './Feedback.tsx'
import { Choices, Fields } from './Fields.tsx'

const schemes = ['system', 'light', 'dark'] as const

/** Every widget in every state that looks different. */
export function Gallery() {
  return (
    <>
      <Header user={{ name: 'Ann Example', email: 'ann@example.org', role: 'admin' }} onSignOut={() => toast.info('Signed out')} />
      <Page title="Components" subtitle="One of each, in every state that looks different" actions={<SchemeChips />}>
        <div className="grid gap-4 md:grid-cols-2">
          <Buttons />
          <Badges />
          <Fields />
          <div className="grid content-start gap-4">
            <Choices />
            <ProgressAndLoading />
          </div>
          <Alerts />
          <div className="grid content-start gap-4">
            <Overlays />
            <Toasts />
          </div>
        </div>
        <Data />
        <Code />
        <States />
      </Page>
    </>
  )
}

function SchemeChips() {
  const [scheme, setScheme] = useState<(typeof schemes)[number]>('system')
  return schemes.map((name) => (
    <Chip
      key={name}
      isSelected={scheme === name}
      onChange={() => {
        setScheme(name)
        document.documentElement.toggleAttribute('data-scheme', name !== 'system')
        if (name !== 'system') document.documentElement.dataset['scheme'] = name
      }}
    >
      {name}
    </Chip>
  ))
}
