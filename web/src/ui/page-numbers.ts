/** First, last and the neighbors of the current page; `undefined` where pages are left out. At most seven places. */
export function pageNumbers(page: number, pages: number): (number | undefined)[] {
  const range = (from: number, to: number) => Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => from + index)
  if (pages <= 7) return range(1, pages)
  if (page <= 4) return [...range(1, 5), undefined, pages]
  if (page >= pages - 3) return [1, undefined, ...range(pages - 4, pages)]
  return [1, undefined, ...range(page - 1, page + 1), undefined, pages]
}

/** The current page and the two before and after it. */
export function nearestPages(page: number, pages: number): number[] {
  return [-2, -1, 0, 1, 2].map((step) => page + step).filter((number) => number >= 1 && number <= pages)
}
