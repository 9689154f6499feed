import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { KeyParameters } from '@twofold/contract/otpauth'
import type { ReactNode } from 'react'
import { useSelection } from '../kits/use-selection.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { LongList } from '../ui/LongList.tsx'
import type { JudgedEntry } from './judge-entries.ts'

interface ImportProofProps {
  added: readonly JudgedEntry[]
  /** Live, of a key. */
  code: (parameters: KeyParameters) => ReactNode
}

/** Lets the person compare the new codes with those of the old application, and says when its file can be deleted. */
export function ImportProof({ added, code }: ImportProofProps) {
  const { t } = useLingui()
  const { selected: matching, select, toggle } = useSelection()
  const left = added.length - matching.size
  return (
    <>
      <h3>
        <Trans>Compare the codes</Trans>
      </h3>
      <p className="text-sm text-text-2">
        <Trans>
          Open the old application beside this one and tick the keys whose codes are the same. Keep the old application until all match.
        </Trans>
      </p>
      <LongList ids={added.map(({ id }) => id)} label={t`Compare the codes`}>
        {(index) => {
          const entry = added[index]
          return (
            entry && (
              <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 [&_.ui-choice]:font-medium">
                <Checkbox
                  label={entry.name}
                  checked={matching.has(entry.id)}
                  onChange={({ target }) => toggle([entry.id], target.checked)}
                />
                <p className="col-span-full flex flex-wrap gap-x-4 gap-y-1 ps-7.5 text-sm text-text-2">
                  {entry.parameters && code(entry.parameters)}
                </p>
              </div>
            )
          )
        }}
      </LongList>
      {left > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status">
            <Plural value={left} one="# key left to compare" other="# keys left to compare" />
          </p>
          <Button onPress={() => select(new Set(added.map(({ id }) => id)))}>
            <Trans>All match</Trans>
          </Button>
        </div>
      ) : (
        <Alert type="success" announce title={<Trans>All codes match</Trans>}>
          <Trans>Delete the exported file now, also from the trash: anyone who has it can make your codes.</Trans>
        </Alert>
      )}
    </>
  )
}
