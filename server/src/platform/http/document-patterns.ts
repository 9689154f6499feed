interface Written {
  pattern?: string
  allOf?: Written[]
}

interface Check {
  pattern?: RegExp
}

/** A pattern of JSON Schema has no flags: one that takes letters of either case says so letter by letter. For Zod's `toJSONSchema`. */
export function writePatternsWhole({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: object }): void {
  const { pattern: own, checks = [] } = (zodSchema as { _zod: { def: Check & { checks?: readonly { _zod: { def: Check } }[] } } })._zod.def
  const patterns = [own, ...checks.map(({ _zod }) => _zod.def.pattern)]
  const anyCase = new Set(patterns.flatMap((one) => (one?.ignoreCase === true ? [one.source] : [])))
  const { allOf = [] } = jsonSchema as Written
  for (const written of [jsonSchema as Written, ...allOf])
    if (written.pattern !== undefined && anyCase.has(written.pattern)) written.pattern = inEitherCase(written.pattern)
}

const piece = /\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|[a-z]/gi

/** `/inEitherCase(source)/` takes what `/source/i` takes. */
export function inEitherCase(source: string): string {
  return source.replace(piece, (part) => {
    if (part.startsWith('\\')) return part
    if (!part.startsWith('[')) return `[${part.toLowerCase()}${part.toUpperCase()}]`
    const letters =
      part
        .slice(1, -1)
        .replaceAll(/\\[pP]\{[^}]*\}|\\./g, ' ')
        .match(/[a-z]-[a-z]|[a-z]/gi) ?? []
    const others = letters.map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('')
    // At its beginning: a hyphen at the end of a class stands for itself.
    return part.replace(/^\[\^?/, (start) => `${start}${others}`)
  })
}
