import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { lightContract } from './light-contract.ts'
import { serviceWorkerFiles } from './service-worker-files.ts'

const firstPaint = 'first-paint'
const shellMark = '__SHELL__'

/**
 * Builds the two scripts that are no modules: the service worker `/sw.js`, which knows the files of this build, and the one that the page
 * waits for before its first paint. See docs/decisions/0019.
 */
export function classicScripts(): Plugin {
  let target: string[]
  return {
    name: 'classic-scripts',
    apply: 'build',
    enforce: 'post',
    configResolved({ build }) {
      target = [build.target].flat().filter((name) => name !== false)
    },
    async buildStart() {
      this.emitFile({ type: 'asset', name: `${firstPaint}.js`, source: await bundle(firstPaint, target) })
    },
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle: files }) {
        const file = Object.keys(files ?? {}).find((name) => name.includes(firstPaint))
        if (!file) throw new Error('The build has no script for the first paint.')
        // Before the style sheet, which every later script waits for: this one requests the first answers.
        return page.replace('<script type="module"', () => `<script src="/${file}"></script>\n    <script type="module"`)
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundled) {
        const code = await bundle('sw', target)
        if (code.split(shellMark).length !== 2) throw new Error(`${shellMark} has to stand in the service worker once.`)
        const shell = await serviceWorkerFiles(Object.values(bundled), this.environment.config.publicDir, code)
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: code.replace(shellMark, () => JSON.stringify(shell)) })
      },
    },
  }
}

const source = (name: string) => join(import.meta.dirname, 'src', `${name}.ts`)

/** One file without imports: the first paint must not wait for a second one, and not every browser supports module workers. */
async function bundle(name: string, target: string[]): Promise<string> {
  const output = await build({
    configFile: false,
    plugins: [lightContract()],
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, target, modulePreload: false, rolldownOptions: { input: source(name), output: { format: 'iife' } } },
  })
  const [chunk] = [output].flat().flatMap((result) => ('output' in result ? result.output : []))
  if (chunk?.type !== 'chunk') throw new Error(`${name}.ts gave no script.`)
  return chunk.code
}
