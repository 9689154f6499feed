/** Below 0 when `left` is the older release, above 0 when it is the newer one. Anything that is no number counts as 0. */
export function compareVersions(left: string, right: string): number {
  const [ours, theirs] = [left, right].map((version) => version.split('.').map((part) => Number.parseInt(part, 10) || 0))
  for (const place of [0, 1, 2]) {
    const difference = (ours?.[place] ?? 0) - (theirs?.[place] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
