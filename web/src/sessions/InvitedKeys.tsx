import { Plural } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { readInvitation } from '@twofold/contract/links'
import { useId } from 'react'
import { Tile } from '../ui/Face.tsx'

/** Keys that wait for an invited person: their names, and nothing that makes a code. */
export function InvitedKeys({ keys, email }: { keys: CallResponse<typeof readInvitation>['keys']; email: string }) {
  const id = useId()
  if (keys.length === 0) return null
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-sm font-medium wrap-anywhere">
        <Plural value={keys.length} one={`# key is waiting for ${email}`} other={`# keys are waiting for ${email}`} />
      </h2>
      <ul className="max-h-64 divide-y divide-border overflow-y-auto rounded-lg border border-border">
        {keys.map(({ name }, index) => (
          <li key={`${index} ${name}`} className="flex min-h-11 items-center gap-3 px-4 py-1">
            <Tile name={name} hueOf={name} size="sm" />
            <span className="wrap-anywhere">{name}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
