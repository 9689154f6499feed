/** A record that is longer was not written by an export; it is given as far as it goes, so that a lost quote does not fill the memory. */
const longestRecord = 8 * 1024 * 1024

/** A line of JSON or a record of CSV, exactly as in the file, its line end included. A line break within quotes does not end a record of CSV. */
export async function* readRecords(chunks: AsyncIterable<Uint8Array>, format: 'csv' | 'json'): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest = ''
  let isQuoted = false
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true })
    let from = 0
    for (const { 0: found, index } of text.matchAll(/["\n]/g)) {
      if (found === '"') isQuoted = format === 'csv' && !isQuoted
      else if (!isQuoted) {
        yield rest + text.slice(from, index + 1)
        rest = ''
        from = index + 1
      }
    }
    rest += text.slice(from)
    if (rest.length > longestRecord) {
      yield rest
      rest = ''
    }
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}

export function readCells(record: string): string[] {
  return [...record.replace(/\r?\n$/, '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )
}
