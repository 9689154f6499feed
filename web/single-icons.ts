import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const library = 'lucide-react'
const iconsImport = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["'];?/g

/**
 * Takes each icon from a file of its own, where the code imports it from the library as a whole: no build then reads the 2,000 that nobody
 * uses, and it is known which screen needs which (`parts.ts`).
 */
export function singleIcons(): Plugin {
  let fileOf: ReadonlyMap<string, string>
  return {
    name: 'single-icons',
    apply: 'build',
    async buildStart() {
      fileOf = await readIconFiles()
    },
    transform: {
      filter: { code: iconsImport },
      handler: (code) => ({
        code: code.replace(iconsImport, (_, names: string) =>
          names
            .split(',')
            .filter((name) => name.trim() !== '')
            .map((name) => singleImport(name.trim(), fileOf))
            .join(' '),
        ),
        map: null,
      }),
    },
  }
}

function singleImport(specifier: string, fileOf: ReadonlyMap<string, string>) {
  const [name = '', local = name] = specifier.split(/\s+as\s+/)
  const file = fileOf.get(name)
  if (file === undefined) throw new Error(`${library} has no icon ${name}.`)
  return `import ${local} from "${library}/icons/${file}";`
}

/** Name → file. An icon has several names, of which the file has but one. */
async function readIconFiles() {
  const packageFile = createRequire(import.meta.url).resolve(`${library}/package.json`)
  const index = await readFile(join(dirname(packageFile), 'dist', 'esm', `${library}.mjs`), 'utf8')
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of index.matchAll(/export \{([^}]*)\} from '\.\/icons\/(.+)\.mjs'/g)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
  }
  return files
}
