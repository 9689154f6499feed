import { useLingui } from '@lingui/react/macro'
import { queryOptions } from '@tanstack/react-query'
import { approveDevice, denyDevice, endDevice, listDevices } from '@twofold/contract/devices'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { queryOf } from '../lib/query-of.ts'

/** Programs that are signed in, the newest first. */
export const devicesQuery = queryOptions({ ...queryOf(['devices'], listDevices), staleTime: 0, select: ({ data }) => data })

export function useDecideDevice(onDone: (message: string) => void) {
  const { t } = useLingui()
  return useAct({
    send: ({ user_code, isApproved }: { user_code: string; isApproved: boolean }) =>
      call(isApproved ? approveDevice : denyDevice, { body: { user_code } }),
    failed: t`The program could not be signed in. Please try again.`,
    said: false,
    renews: [devicesQuery.queryKey],
    onDone: ({ message }) => onDone(message),
  })
}

export function useEndDevice() {
  const { t } = useLingui()
  return useAct({
    send: (id: string) => call(endDevice, { params: { id } }),
    failed: t`The program could not be signed out. Please try again.`,
    renews: [devicesQuery.queryKey],
  })
}
