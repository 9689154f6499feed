import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { HandOverCard } from './HandOverCard.tsx'
import { PendingOffer } from './PendingOffer.tsx'

interface SharedKey {
  id: string
  name: string
  people: number
}

/** Keys that others use, each with a way to hand it over to one of them. */
export function HandOverList({ keys }: { keys: readonly SharedKey[] }) {
  const [chosen, setChosen] = useState<SharedKey>()
  return (
    <div className="grid max-w-[40rem] gap-2">
      <h3>
        <Trans>Keys that others use</Trans>
      </h3>
      <p className="text-text-2">
        <Trans>Offer a key to somebody who has it. Once they accept, nobody loses it when you delete your account.</Trans>
      </p>
      <ul className="divide-y divide-border">
        {keys.map((key) => {
          const { id, name, people } = key
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">{name}</p>
                <p className="text-sm text-text-2">
                  <Plural value={people} one="# person loses access" other="# people lose access" />
                </p>
              </div>
              <Button size="sm" onPress={() => setChosen(key)}>
                <Trans>
                  Hand over <span className="sr-only">{name}</span>
                </Trans>
              </Button>
            </li>
          )
        })}
      </ul>
      {chosen && (
        <>
          <PendingOffer keyId={chosen.id} />
          <HandOverCard key={chosen.id} item={chosen} onClose={() => setChosen(undefined)} />
        </>
      )}
    </div>
  )
}
