import { present } from '../lib/list-search.ts'

type Search<Filters extends object> = Filters & { page: number | undefined }

type ListAddressOptions<Filters extends object> = {
  /** From 1. */
  page: number
  /** The filters, without undefined ones. */
  filters: Filters
  /** Writes it into the address. */
  go: (search: ReturnType<typeof present<Search<Filters>>>, how: { replace: boolean }) => void
  /** Called before other rows are requested. */
  onNarrow?: () => void
}

/** Keeps a list's state in its address. Back undoes a page turn; a new filter starts at the first page, and Back then leaves the list. */
export function useListAddress<Filters extends object>({ page, filters, go, onNarrow }: ListAddressOptions<Filters>) {
  const show = (change: { [Name in keyof Filters]?: Filters[Name] | undefined }, next: number, replace: boolean) => {
    const search: Search<Filters> = { ...filters, ...change, page: next > 1 ? next : undefined }
    go(present(search), { replace })
  }
  const goTo = (next: number, { replace = false } = {}) => show({}, next, replace)
  return {
    page,
    goTo,
    isNarrow: Object.keys(filters).length > 0,
    narrow: (change: { [Name in keyof Filters]?: Filters[Name] | undefined }) => {
      onNarrow?.()
      show(change, 1, true)
    },
    clear: () => {
      onNarrow?.()
      go({}, { replace: false })
    },
  }
}
