import { join } from 'node:path'
import type { Plugin } from 'vite'
import * as icons from './src/ui/icons.generated.ts'

const outlines = new Map<string, string>(Object.entries(icons))
const file = join(import.meta.dirname, 'src', 'ui', 'icons.generated.ts')
const iconsImport = /import\s*\{([^}]*)\}\s*from\s*["'][^"']*\/icons\.generated\.ts["'];?/g
const single = /icons\.generated\.ts\?icon=(\w+)$/

/** Makes a module of each icon, where the code imports it from the file of all: so it is known which screen needs which (`shared-parts.ts`). */
export function singleIcons(): Plugin {
  return {
    name: 'single-icons',
    apply: 'build',
    transform: {
      filter: { code: iconsImport },
      handler: (code) => ({
        code: code.replace(iconsImport, (_, names: string) =>
          names
            .split(',')
            .filter((name) => name.trim() !== '')
            .map((name) => singleImport(name.trim()))
            .join(' '),
        ),
        map: null,
      }),
    },
    resolveId: { filter: { id: single }, handler: (id) => id },
    load: {
      filter: { id: /icons\.generated\.ts/ },
      handler(id) {
        const outline = outlines.get(single.exec(id)?.[1] ?? '')
        if (outline === undefined) throw new Error('Import icons one by one, as import { Check }: every screen would be sent all of them.')
        return `export default ${JSON.stringify(outline)}`
      },
    },
  }
}

function singleImport(specifier: string) {
  const [name = '', local = name] = specifier.split(/\s+as\s+/)
  return `import ${local} from ${JSON.stringify(`${file}?icon=${name}`)};`
}
