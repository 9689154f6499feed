import { useRouter } from '@tanstack/react-router'
import { stepBack } from './open-dialogs.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The entry was added by opening a dialog on the page of the one before it. */
    isDialog?: boolean
  }
}

/**
 * For a dialog that is open while its name stands in the address (docs/decisions/0051). `opening` goes into the change of address that opens it;
 * `close(otherwise)` goes back to the page it was opened on, or calls `otherwise` where somebody came to the dialog by its address.
 */
export function useAddressDialog() {
  const { history } = useRouter()
  return {
    opening: { state: { isDialog: true } } as const,
    close: (otherwise: () => void) =>
      history.location.state.isDialog ? stepBack(() => history.back({ ignoreBlocker: true })) : otherwise(),
  }
}
