import { useLingui } from '@lingui/react/macro'
import { type LeaverOutcome, letKeysGo, openLeaver, tickRenewed } from '@twofold/contract/admin/leavers'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { longLimitMs } from '../../lib/call-for-file.ts'
import { toast } from '../../ui/toast.ts'
import { type LeaverSelection, leaversKey } from './leavers.ts'

/** Says how it went: with one key in its own words, with several by their number, and names what was refused. */
export function showOutcome({ message, results }: LeaverOutcome) {
  const refused = results.filter(({ ok }) => !ok)
  const [first] = results
  const words = results.length === 1 && first ? `${first.name}: ${first.message}` : message
  if (refused.length === 0) toast.success(words)
  else toast.warning(results.length === 1 ? words : `${message} ${refused.map(({ name, message: why }) => `${name}: ${why}`).join(' ')}`)
}

function useLeaverAct<Input>(failed: string, send: (input: Input) => Promise<LeaverOutcome>) {
  return useAct({ send, failed, said: false, renews: [leaversKey], onAnswer: showOutcome })
}

export function useLetGo(id: string) {
  const { t } = useLingui()
  return useLeaverAct(t`This could not be decided`, (body: LeaverSelection) =>
    call(letKeysGo, { params: { id }, body }, { limitMs: longLimitMs }),
  )
}

export function useTickRotated(id: string) {
  const { t } = useLingui()
  return useLeaverAct(t`This could not be noted`, (body: { key_ids: string[]; renewed: boolean }) =>
    call(tickRenewed, { params: { id }, body }),
  )
}

export function useBeginPlan(id: string, onDone: () => void) {
  const { t } = useLingui()
  return useAct({
    send: () => call(openLeaver, { params: { id } }),
    failed: t`The leaver plan could not be opened`,
    renews: [leaversKey],
    onDone,
  })
}
