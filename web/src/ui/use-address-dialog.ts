import { useRouter } from '@tanstack/react-router'
import { stepBack } from './open-dialogs.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The entry was added by opening a dialog on the page of the one before it. */
    isDialog?: boolean
  }
}

/**
 * For a dialog that is open while its name is in the address (docs/decisions/0051). Merge `opening` into the navigation that opens it;
 * `close(otherwise)` goes back to the page it was opened on, or calls `otherwise` if the visit began at the dialog's address.
 */
export function useAddressDialog() {
  const { history } = useRouter()
  return {
    opening: { state: { isDialog: true } } as const,
    close: (otherwise: () => void) =>
      history.location.state.isDialog ? stepBack(() => history.back({ ignoreBlocker: true })) : otherwise(),
  }
}
