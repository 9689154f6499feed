import { join } from 'node:path'
import type { Rolldown } from 'vite'
import type { FirstParts } from './screen-pages.ts'

/** Our own files. Imports of other libraries contain more than is used in the end. */
const ours = /[\\/](contract|web)[\\/]src[\\/]/

/**
 * Groups of what several screens share, in few files: a file for every icon would cost each a request. Which screens need a module at once
 * follows from the imports, so that no list has to be kept. The sign-in screen and the dashboard are sent nothing that only others need, and
 * the screens before the vault nothing of the vault.
 */
export function sharedParts({ dashboard: cards = [] }: FirstParts) {
  const isForSignIn = neededBy('login')
  const isForGates = neededBy('second-step', 'verify-email', 'reset-password', 'invite', 'setup', 'new-password')
  const isForDashboard = neededBy('_signed-in', '_signed-in/dashboard', ...cards)
  const isForVault = neededBy('_signed-in', '_signed-in/dashboard', '_signed-in/profile', 'admin', 'admin/dashboard')
  return {
    /** Listed before the parts that only signed-in people need, which would otherwise absorb these. */
    beforeTheVault: [
      group('parts', (...module) => isForSignIn(...module) && isForVault(...module)),
      group('forms', isForSignIn),
      group('light-parts', (...module) => isForGates(...module) && isForDashboard(...module)),
      // Apart from those: the dashboard would be sent them, too.
      group('loading-parts', (...module) => isForGates(...module) && isForVault(...module)),
      group('gate-parts', isForGates),
    ],
    /** Listed before the parts that are loaded on use, which would otherwise absorb these. */
    onTheDashboard: [group('signed-in-parts', isForDashboard)],
    inTheVault: [
      { name: 'back-office-parts', test: /src[\\/](shell[\\/])?(admin|mail-[a-z]+)[\\/]/, minShareCount: 8 },
      { name: 'icons', test: /[\\/]ui[\\/]icons[\\/]/, minShareCount: 2 },
    ],
  }
}

function group(name: string, isIn: (id: string, build: Rolldown.ChunkingContext) => boolean): Rolldown.CodeSplittingGroup {
  return { name: (id, build) => (isIn(id, build) ? name : null), debugName: name, test: ours, minShareCount: 2 }
}

/** Whether one of the screens cannot start without a module. `screens`: their names, and files of parts that are loaded later. */
function neededBy(...screens: string[]) {
  let needed: Set<string> | undefined
  return (id: string, build: Rolldown.ChunkingContext) => {
    needed ??= withImports(
      screens.map((screen) =>
        join(import.meta.dirname, 'src', 'screens', screen.endsWith('.tsx') ? screen : `${screen}.tsx?tsr-split=component`),
      ),
      build,
    )
    return needed.has(id)
  }
}

function withImports(files: string[], build: Rolldown.ChunkingContext) {
  const found = new Set<string>()
  const waiting = [...files]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const module = build.getModuleInfo(id)
    if (!module) throw new Error(`The build has no ${id}.`)
    waiting.push(...module.importedIds)
  }
  return found
}
