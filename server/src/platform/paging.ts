/** A page as it is answered. `from` and `to` count from 1; both are 0 for an empty page. */
export function paged<Row>(data: Row[], at: { page: number; perPage: number; total: number }) {
  const before = (at.page - 1) * at.perPage
  return {
    data,
    current_page: at.page,
    last_page: Math.max(1, Math.ceil(at.total / at.perPage)),
    per_page: at.perPage,
    total: at.total,
    from: data.length === 0 ? 0 : before + 1,
    to: data.length === 0 ? 0 : before + data.length,
  }
}
