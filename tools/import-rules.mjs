/*
 * Allowed imports between folders (docs/architecture.md), as one table. Run by `npm run check`, with the rule that folders do not use each other in
 * circles; oxlint adds `import/no-cycle`.
 */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { findCycles } from './folder-cycles.mjs'
import { importsOf } from './imports-of.mjs'
import { root } from './process.mjs'
import { sourcesBelow } from './sources.mjs'

/**
 * The folders of the nouns in the order of the list in app.ts. Each uses only what stands before it.
 * @param {string} text of server/src/app.ts
 */
export function readOrder(text) {
  const folders = new Map(
    [...text.matchAll(/^import \{ (\w+) \} from '\.\/([^']+)\/noun\.ts'/gm)].map(([, name = '', folder = '']) => [name, folder]),
  )
  const listed = [...text.matchAll(/^ {2}\.add\((\w+)\)/gm)].flatMap(([, name = '']) => folders.get(name) ?? [])
  return listed
}

export const serverNouns = readOrder(readFileSync(root + 'server/src/app.ts', 'utf8'))

/** @typedef {import('./imports-of.mjs').Import} Import */
/** @typedef {{ says: string, breaks: (found: Import) => unknown }} Rule */

/**
 * Parts of the back office are nouns of their own. Folders of the server that are no nouns stand below all of them, or use all of them as tests and the
 * demo do.
 * @param {string} path
 */
export const nounOf = (path) => /^server\/src\/(?!platform\/|migrations\/|demo\/|testing\/)(admin\/[^/]+|[^/]+)\//.exec(path)?.[1]
/** @param {string} path */
const webNounOf = (path) => /^web\/src\/(?!ui\/|lib\/|kits\/|shell\/|screens\/|testing\/)([^/]+)\//.exec(path)?.[1]
/** @param {string} path */
const roleOf = (path) => /\.(routes|service|repository)\.ts$/.exec(path)?.[1]
/** @param {string} path */
const workspaceOf = (path) => /^(contract|server|web|e2e|bench|tools|client|cli|mcp|extension)\//.exec(path)?.[1]
/** @param {string} path */
const declares = (path) => path.endsWith('/noun.ts')
/** A module of a noun that only computes: it has no role, and so neither a database nor HTTP. @param {string} path */
const computes = (path) => nounOf(path) && roleOf(path) === undefined && !declares(path)
/** The four nouns of e-mail, in server and contract, lowest first. On the screens none uses another. */
const mailNouns = ['mail-design', 'mail-rules', 'mail-delivery', 'mail-log']
/** @param {string} noun */
const isMail = (noun) => mailNouns.includes(noun)
/**
 * Parts of the back office in contract and web, lowest first. Between themselves those of the server have the order of app.ts, in which users know leavers:
 * on the screens a leaver is a user.
 */
const officeParts = [
  ['requests', 'mail-path'],
  ['health-limits'],
  ['backups'],
  ['health'],
  ['notifications'],
  ['analytics'],
  ['dashboard'],
  ['system', 'jobs', 'maintenance', 'notices', 'releases'],
  ['streams'],
  ['audit'],
  ['users', 'user-detail', 'restored-users'],
  ['leavers'],
  ['access', 'saved-questions'],
  ['reviews'],
  ['programs'],
  ['search'],
  ['settings'],
  ['first-steps'],
  ['attention'],
]
/** @param {string} path */
const officePartOf = (path) => /^(?:contract|server|web)\/src\/admin\/([\w-]+)/.exec(path)?.[1]
/** @param {string} part */
const officeRankOf = (part) => officeParts.findIndex((names) => names.includes(part))

/** @param {string} path */
const mailRankOf = (path) => mailNouns.indexOf(/^(?:server|contract|web)\/src\/([^/]+)\//.exec(path)?.[1] ?? '')
/** @param {string} noun */
const rankOf = (noun) => serverNouns.indexOf(noun)

/** @type {Rule[]} */
const rules = [
  {
    says: 'nothing imports server or web (only bench may, to measure them)',
    breaks: ({ from, to }) => {
      const [here, there] = [workspaceOf(from), workspaceOf(to)]
      return here !== there && (there === 'web' || there === 'server') && here !== 'bench'
    },
  },
  {
    says: 'the client is written from the contract by its scripts, and its own sources import nothing',
    breaks: ({ from, to }) => from.startsWith('client/src/') && !to.startsWith('client/src/'),
  },
  {
    says: 'the command line knows the client and the contract, nothing else of ours',
    breaks: ({ from, to }) => workspaceOf(from) === 'cli' && ['bench', 'e2e', 'tools'].includes(workspaceOf(to) ?? ''),
  },
  {
    says: 'the server for agents knows the client, the contract and the command line, nothing else of ours',
    breaks: ({ from, to }) => workspaceOf(from) === 'mcp' && ['bench', 'e2e', 'tools'].includes(workspaceOf(to) ?? ''),
  },
  {
    says: 'the extension knows the client and the contract, nothing else of ours',
    breaks: ({ from, to }) => workspaceOf(from) === 'extension' && ['bench', 'cli', 'e2e', 'tools'].includes(workspaceOf(to) ?? ''),
  },
  {
    says: 'contract stands alone',
    breaks: ({ from, to }) => workspaceOf(from) === 'contract' && workspaceOf(to) && workspaceOf(to) !== 'contract',
  },
  { says: 'contract is pure: no I/O', breaks: ({ from, to }) => workspaceOf(from) === 'contract' && to.startsWith('node:') },

  {
    says: 'platform knows no noun',
    breaks: ({ from, to }) => from.startsWith('server/src/platform/') && nounOf(to),
  },
  {
    says: 'only routes see HTTP',
    breaks: ({ from, to }) =>
      nounOf(from) && roleOf(from) !== 'routes' && (/^(@fastify\/|fastify)/.test(to) || to.startsWith('server/src/platform/http/')),
  },
  {
    says: 'only repositories see SQL',
    breaks: ({ from, to }) => nounOf(from) && roleOf(from) !== 'repository' && /^(kysely|pg)(\/|$)/.test(to),
  },
  {
    says: 'a repository uses the platform only',
    breaks: ({ from, to }) => roleOf(from) === 'repository' && (roleOf(to) === 'service' || roleOf(to) === 'routes'),
  },
  { says: 'a service knows no routes', breaks: ({ from, to }) => roleOf(from) === 'service' && roleOf(to) === 'routes' },
  {
    says: 'nouns meet in services and in noun.ts only, but what only computes may use what only computes',
    breaks: ({ from, to, type }) => {
      const [here, there] = [nounOf(from), nounOf(to)]
      if (here === undefined || there === undefined || here === there) return false
      if (declares(from) && declares(to)) return !type
      if (computes(from)) return !computes(to)
      return roleOf(from) !== 'service' || roleOf(to) === 'repository' || roleOf(to) === 'routes'
    },
  },
  {
    says: `nouns depend in one direction only: ${serverNouns.toReversed().join(' → ')} (a new noun has to be added to app.ts)`,
    breaks: ({ from, to }) => {
      const [here, there] = [nounOf(from), nounOf(to)]
      return here && there && here !== there && (rankOf(here) <= rankOf(there) || rankOf(there) < 0)
    },
  },
  {
    says: 'nouns emit events and do not know who listens: only a noun.ts asks e-mail, and only whether it goes out',
    breaks: ({ from, to }) => {
      const [here, there] = [nounOf(from), nounOf(to)]
      return here && there && isMail(there) && !isMail(here) && !(declares(from) && declares(to))
    },
  },
  {
    says: `a noun of e-mail uses only those before it: ${mailNouns.join(' ← ')}`,
    // Between nouns of the server the order of app.ts says so already.
    breaks: ({ from, to }) => !(nounOf(from) && nounOf(to)) && mailRankOf(from) >= 0 && mailRankOf(to) > mailRankOf(from),
  },
  {
    says: `a part of the back office uses only those before it: ${officeParts.map(([name]) => name).join(' ← ')} (a new one has to be added to officeParts)`,
    breaks({ from, to }) {
      const [here, there] = [officePartOf(from), officePartOf(to)]
      if (there === undefined || nounOf(to)) return false
      return officeRankOf(there) < 0 || (here !== undefined && officeRankOf(here) < officeRankOf(there))
    },
  },
  {
    says: 'only the noun.ts of a noun calls its factories',
    breaks: ({ from, to, type, names }) =>
      nounOf(to) &&
      nounOf(from) !== nounOf(to) &&
      !type &&
      workspaceOf(from) === 'server' &&
      /(^|[\s{,])create\w+(Service|Repository)\b/.test(names),
  },
  {
    says: 'app.ts lists nouns and knows nothing else of them',
    breaks: ({ from, to, type }) => from === 'server/src/app.ts' && nounOf(to) && !declares(to) && !type,
  },
  {
    says: 'nothing imports app.ts but what starts it',
    breaks: ({ from, to }) => to === 'server/src/app.ts' && (nounOf(from) || from.startsWith('server/src/platform/')),
  },

  {
    says: 'ui, lib and kits know no noun',
    breaks: ({ from, to }) => /^web\/src\/(ui|lib|kits)\//.test(from) && (webNounOf(to) || /^web\/src\/(shell|screens)\//.test(to)),
  },
  { says: 'ui and lib know no kit', breaks: ({ from, to }) => /^web\/src\/(ui|lib)\//.test(from) && to.startsWith('web/src/kits/') },
  {
    says: 'nouns of the web do not import each other',
    breaks: ({ from, to }) => {
      const [here, there] = [webNounOf(from), webNounOf(to)]
      return here && there && here !== there
    },
  },
  {
    says: 'screens and shell compose nouns, not the other way round',
    breaks: ({ from, to }) => webNounOf(from) && /^web\/src\/(shell|screens)\//.test(to),
  },
  {
    says: 'what covers the page is made of ui/Overlay.tsx, so that Back closes it and half-filled forms ask',
    breaks: ({ from, to, names }) =>
      from.startsWith('web/src/') &&
      from !== 'web/src/ui/Overlay.tsx' &&
      (to === 'react-aria-components/Modal' ||
        (/^react-aria-components(\/Dialog)?$/.test(to) && /(^|[\s{,])(Dialog|Modal|ModalOverlay)\b/.test(names))),
  },
  { says: 'the shell knows no screen', breaks: ({ from, to }) => from.startsWith('web/src/shell/') && to.startsWith('web/src/screens/') },
]

/** Tests may reach anywhere within their workspace; generated files are not ours. @param {string} path */
const isExempt = (path) => /\.(test|faults|generated)\.tsx?$/.test(path)

/**
 * Every import that breaks a rule, as a line to print.
 * @param {Iterable<[path: string, text: string]>} files paths from the root on, with slashes
 */
export function findViolations(files) {
  const found = []
  for (const [path, text] of files) {
    for (const one of importsOf(path, text)) {
      const broken = rules
        .filter((rule) => rule.breaks(one))
        .filter(({ says }) => !isExempt(path) || says.startsWith('nothing imports server'))
      for (const { says } of broken) found.push(`${path} imports ${one.to}: ${says}`)
    }
  }
  return found
}

async function main() {
  const names = (
    await Promise.all(['contract/src', 'server', 'web/src', 'e2e', 'bench', 'client', 'cli', 'mcp', 'extension'].map(sourcesBelow))
  ).flat()
  const files = await Promise.all(names.map(async (name) => /** @type {[string, string]} */ ([name, await readFile(root + name, 'utf8')])))
  const violations = [...findViolations(files), ...findCycles(files)]
  for (const line of violations) console.error(line)
  if (names.length === 0) throw new Error('There are no sources to check.')
  process.exitCode = violations.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
