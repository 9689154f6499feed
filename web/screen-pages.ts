import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** A part of a screen that the router loads when somebody comes to it; its path on disk is its address. */
const screenPart = /\/src\/screens\/(.+)\.tsx\?tsr-split=/

/**
 * By screen address: files below `src/screens` that its code imports lazily, but that nearly everybody sees first. If only the screen's script
 * requested them, they would come two round trips later.
 */
export type FirstParts = Readonly<Record<string, readonly string[]>>

/**
 * Writes a page for every screen with an address of its own: `index.html`, and the scripts that this screen needs named in it, so that
 * the browser fetches them at once and not only when the router asks. The server picks the page by the path (`servePages`).
 * Throws for a part of `firstParts` that is no chunk of its own.
 */
export function screenPages(firstParts: FirstParts): Plugin {
  return {
    name: 'screen-pages',
    apply: 'build',
    // The style sheet and the first paint go before 150 kB of scripts.
    transformIndexHtml: {
      order: 'post',
      handler: (page) => page.replaceAll(/<(script type="module"|link rel="modulepreload") /g, '$&fetchpriority="low" '),
    },
    async writeBundle({ dir = '' }, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('The build has no page.')
      const chunks = new Map(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
      const there = withImports(chunks, [...chunks.values()].filter(isMain))
      for (const [screen, parts] of screensOf(chunks)) {
        const first = (firstParts[screen] ?? []).map((module) => chunkOf(chunks, module))
        const scripts = [...withImports(chunks, [...parts, ...first])].filter((name) => !there.has(name))
        const links = scripts.map((name) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${name}">\n`)
        const file = join(dir, `${screen}.html`)
        await mkdir(dirname(file), { recursive: true })
        await writeFile(
          file,
          String(page.source).replace('</head>', () => `${links.join('')}</head>`),
        )
      }
    },
  }
}

function chunkOf(chunks: ReadonlyMap<string, Rolldown.OutputChunk>, module: string): Rolldown.OutputChunk {
  const chunk = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/screens/${module}`))
  if (!chunk) throw new Error(`The build has no chunk of ${module}.`)
  return chunk
}

const isMain = (chunk: Rolldown.OutputChunk) => chunk.isEntry && !chunk.isDynamicEntry

/** Address without the first slash → the chunks of the screen there and of the layouts around it. Addresses with a parameter are left out. */
function screensOf(chunks: ReadonlyMap<string, Rolldown.OutputChunk>) {
  const parts = [...chunks.values()].flatMap((chunk) => {
    const screen = screenPart.exec(chunk.facadeModuleId ?? '')?.[1]
    return screen === undefined ? [] : [{ screen, chunk }]
  })
  const isAround = (outer: string, screen: string) => outer === screen || screen.startsWith(`${outer}/`)
  const screens = parts.flatMap(({ screen }) => {
    const address = screen
      .split('/')
      .filter((name) => !name.startsWith('_') && name !== 'index')
      .join('/')
    if (address === '' || address.includes('$')) return []
    return [[address, parts.filter((part) => isAround(part.screen, screen)).map(({ chunk }) => chunk)] as const]
  })
  return screens
}

/** The names of `chunks` and of everything that they import, at once or through another. */
function withImports(all: ReadonlyMap<string, Rolldown.OutputChunk>, chunks: Rolldown.OutputChunk[]): Set<string> {
  const names = new Set<string>()
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || names.has(chunk.fileName)) return
    names.add(chunk.fileName)
    for (const name of chunk.imports) visit(all.get(name))
  }
  for (const chunk of chunks) visit(chunk)
  return names
}
