import { useQuery } from '@tanstack/react-query'
import { keysQuery } from '../../../keys/keys.ts'
import { currentUserQuery } from '../../../sessions/current-user.ts'
import { ExportDialog } from '../../../transfer/ExportDialog.tsx'

/** The export, with the keys to choose from and the name on the sheet. */
export function ExportKeys({ onClose }: { onClose: () => void }) {
  const keys = useQuery(keysQuery)
  const user = useQuery(currentUserQuery)
  return keys.data && <ExportDialog keys={keys.data.own_keys} owner={user.data?.email ?? ''} onClose={onClose} />
}
