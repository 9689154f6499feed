/** All of a list on one page, as the server answers it. */
export const onePage = <Row>(...data: readonly Row[]) => ({
  data,
  current_page: 1,
  last_page: 1,
  per_page: 25,
  total: data.length,
  from: Math.min(1, data.length),
  to: data.length,
})
