import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { KeyParameters } from '@twofold/contract/otpauth'
import type { importKeys } from '@twofold/contract/transfer'
import type { ReactNode } from 'react'
import { translateComplaint } from '../lib/server-texts.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { DialogStep } from '../ui/Dialog.tsx'
import { LongList } from '../ui/LongList.tsx'
import { ImportProof } from './ImportProof.tsx'
import type { JudgedEntry } from './judge-entries.ts'

interface ImportResultProps {
  imported: readonly JudgedEntry[]
  answer: CallResponse<typeof importKeys>
  /** Live, of a key. */
  code: (parameters: KeyParameters) => ReactNode
  onClose: () => void
}

/** Result of the import, by the server's answer, since something may have changed meanwhile. */
export function ImportResult({ imported, answer, code, onClose }: ImportResultProps) {
  const { t } = useLingui()
  const { added, duplicates, verdicts, icons_left_out: leftOut } = answer
  const compared = imported.filter((_, index) => verdicts[index]?.verdict === 'add')
  const refused = imported.flatMap(({ id, name }, index) => {
    const { verdict, reason } = verdicts[index] ?? {}
    return verdict === 'refused' ? [{ id, name, reason: translateComplaint(reason ?? '') }] : []
  })
  return (
    <DialogStep
      footer={
        <Button variant="primary" autoFocus onPress={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <Alert
        type={added > 0 ? 'success' : 'info'}
        announce
        title={added === 0 ? <Trans>Nothing was added</Trans> : <Plural value={added} one="# key added" other="# keys added" />}
      >
        {duplicates > 0 && (
          <p>
            <Plural value={duplicates} one="# was there already." other="# were there already." />
          </p>
        )}
        {leftOut > 0 && (
          <p>
            <Plural
              value={leftOut}
              one="# picture could not be added. Its key shows the mark of its service instead."
              other="# pictures could not be added. Their keys show the marks of their services instead."
            />
          </p>
        )}
      </Alert>
      {refused.length > 0 && (
        <>
          <h3>
            <Plural value={refused.length} one="# key could not be added" other="# keys could not be added" />
          </h3>
          <LongList ids={refused.map(({ id }) => id)} label={t`Not added`}>
            {(index) => (
              <>
                <p className="text-text-2">{refused[index]?.name}</p>
                <p className="text-sm text-text-2">{refused[index]?.reason}</p>
              </>
            )}
          </LongList>
        </>
      )}
      {compared.length > 0 && <ImportProof added={compared} code={code} />}
    </DialogStep>
  )
}
