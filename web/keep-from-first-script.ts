import type { Plugin } from 'vite'

/**
 * Fails a build whose first script, which everybody is sent before the sign-in screen can be used, has a module that `names` matches. What a
 * route needs before its part is loaded (`validateSearch`, `loader`, `beforeLoad`) is in that script, with everything that it imports as a value.
 */
export function keepFromFirstScript(names: RegExp): Plugin {
  return {
    name: 'keep-from-first-script',
    apply: 'build',
    generateBundle(_options, bundle) {
      const found = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && file.isEntry && !file.isDynamicEntry ? file.moduleIds.filter((id) => names.test(id)) : [],
      )
      if (found.length > 0) {
        this.error(`In the first script, through the validateSearch, loader or beforeLoad of a route:\n${found.join('\n')}`)
      }
    },
  }
}
