import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/**
 * Parses the sentences in the code when the application is built, as Lingui does with catalogues, so that the browser needs
 * no parser: 7 kB, and the time to run it. Has its place right after Babel, whose output it reads.
 */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    apply: 'build',
    enforce: 'pre',
    transform: { filter: { code: mark }, handler: (code, id) => ({ code: compileAll(code, id), map: null }) },
  }
}

const mark = /\/\*\* i18n \*\//g
const descriptor = /(\/\*\* i18n \*\/\s*\{\s*id: "[^"]*",\s*message: )("(?:[^"\\]|\\.)*")/g

function compileAll(code: string, file: string) {
  let left = code.match(mark)?.length ?? 0
  const compiled = code.replace(descriptor, (_, start: string, message: string) => {
    left -= 1
    return start + JSON.stringify(compileMessage(String(JSON.parse(message))))
  })
  // Lingui writes its descriptors in another way than it did: better no build than one whose sentences show their placeholders.
  if (left !== 0) throw new Error(`${left} sentences of ${file} were not recognised.`)
  return compiled
}
