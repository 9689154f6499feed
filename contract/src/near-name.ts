/** Insertions, deletions, replacements and swaps of neighbors that make one text of the other. */
function distanceOf(one: string, other: string): number {
  let [before, above]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= one.length; row++) {
    const line = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      line.push(
        Math.min(
          (line[column - 1] ?? 0) + 1,
          (above[column] ?? 0) + 1,
          (above[column - 1] ?? 0) + (isSame ? 0 : 1),
          ...(isSwapped ? [(before[column - 2] ?? 0) + 1] : []),
        ),
      )
    }
    ;[before, above] = [above, line]
  }
  return above[other.length] ?? 0
}

/** A shorter word is another one after two changes, as PORT and POOL are, or SECRET and SECURE. */
const longWord = 7

/** Whether the words of two names differ by two letters at most, and each short word by one. */
function areWordsNear(one: string, other: string): boolean {
  const [words, others] = [one.split('_'), other.split('_')]
  if (words.length !== others.length) return false
  const changes = words.map((word, index) => {
    const intended = others[index] ?? ''
    const distance = distanceOf(word, intended)
    return distance > 1 && intended.length < longWord ? Infinity : distance
  })
  return changes.reduce((sum, distance) => sum + distance, 0) <= 2
}

/** PROXY for PROXIES: three letters, and one slip. */
const singular = (name: string) => name.replace(/IES$/, 'Y')

/** The one of `names` that is probably meant by `name`: one or two letters away, or the same in other case. Undefined for a name of its own. */
export function findNearName<Name extends string>(name: string, names: readonly Name[]): Name | undefined {
  if ((names as readonly string[]).includes(name)) return undefined
  const given = singular(name.toUpperCase())
  // Two changes bridge no more, and a variable of the system may be very long.
  const candidates = names.filter((known) => Math.abs(singular(known).length - given.length) <= 2)
  return (
    candidates.find((known) => distanceOf(given, singular(known)) <= 1) ?? candidates.find((known) => areWordsNear(given, singular(known)))
  )
}
