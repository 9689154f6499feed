/** All of a list on one page, as the server answers it. */
export const onePage = <Row = never>(...data: readonly Row[]) => pageOf(data, 1)

/** The page of that number. */
export function pageOf<Row>(rows: readonly Row[], number: number, size = 25) {
  const data = rows.slice((number - 1) * size, number * size)
  const from = data.length === 0 ? 0 : (number - 1) * size + 1
  return {
    data,
    current_page: number,
    last_page: Math.max(1, Math.ceil(rows.length / size)),
    per_page: size,
    total: rows.length,
    from,
    to: data.length === 0 ? 0 : from + data.length - 1,
  }
}
