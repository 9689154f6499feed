import { expect, test } from 'vitest'
import { descriptionNames } from '../contract/src/key-fields.ts'
import { limits, rateLimits } from '../contract/src/limits.ts'
import { transferLimits } from '../contract/src/transfer-limits.ts'
import { sealedNames } from '../contract/src/sealed-fields.ts'
import { defaultBodyCounts, defaultBodyLimit } from '../contract/src/endpoint.ts'
import { anchorsIn, documents, linksIn, listFolders, listPaths, namesIn, read, rowsIn, sectionOf } from './documents.mjs'
import { serverNouns } from './map.mjs'

const paths = listPaths()
const sources = paths.filter((path) => /\.(ts|tsx|mjs|sql|css)$/.test(path))
const names = documents.flatMap(namesIn)

/** Names of files that are none of ours: examples of how files are called, what a program writes, and the examples of a new call and a new noun. */
const noFiles = new Set([
  'NNNN-what.sql',
  'server/src/migrations/NNNN-what.sql',
  'noun.role.ts',
  'PascalCase.tsx',
  'types.ts',
  'use-verb-noun.ts',
  'web/src/keys/use-rename-key.ts',
  'server/src/migrations/NNNN-notes.sql',
  'contract/src/notes.ts',
  'notes.repository.ts',
  'notes.service.ts',
  'notes.routes.ts',
  'server/src/notes/noun.ts',
  'e2e/screenshots/',
  'postgres/',
  // Place of a language before decision 0271.
  'messages.po',
  'web/src/locales',
  'web/src/transfer/formats/NAME.ts',
  'parts/',
  'server/dist',
])
/** Paths that are none of ours, in the reasons for a decision and in steps for a person. */
const noRoutes = new Set([
  '/',
  '/proc/self/cwd',
  '/login2',
  '/opt/twofold',
  '/run/twofold',
  '/var/run/secrets/twofold',
  '/tmp',
  // Name in the OpenTelemetry protocol.
  '/v1/traces',
  '/data',
  '/etc/twofold/twofold.env',
  '/etc/twofold/master.key',
])

const isFile = (name: string) =>
  /^[\w@$./-]+\.(ts|tsx|mjs|md|sql|css|po|cmd)$/.test(name) ||
  /^[\w@$.-]+(\/[\w@$.-]+)*\/$/.test(name) ||
  /^(contract|server|web|e2e|bench|tools|docs|platform)\/[\w@$./-]+$/.test(name)

test('every file and folder that a document names is in the repository', () => {
  const gone = names.filter(
    ({ name }) =>
      isFile(name) &&
      !noFiles.has(name) &&
      !paths.some((path) => `/${path}`.replace(/\/?$/, '/').endsWith(`/${name}`.replace(/\/?$/, '/'))),
  )
  expect(gone).toEqual([])
})

test('every link between documents leads to a file and a heading that are there', () => {
  const broken = documents.flatMap((document) =>
    linksIn(document)
      .filter(({ file, anchor }) => {
        const isThere = paths.includes(file) || paths.includes(`${file}/`)
        return !isThere || (anchor !== '' && !anchorsIn(file).includes(anchor))
      })
      .map(({ target }) => `${document}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('every document of docs is found from the README', () => {
  const linked = new Set(linksIn('README.md').map(({ file }) => file))
  expect(documents.filter((path) => /^docs\/[^/]+$/.test(path) && !linked.has(path))).toEqual([])
})

const scriptsOf = (folder: string) =>
  Object.keys((JSON.parse(read(`${folder}package.json`)) as { scripts?: Record<string, string> }).scripts ?? {})

test('every npm script that a document names is there', () => {
  const named = documents.flatMap((document) =>
    [...read(document).matchAll(/npm run ([\w:-]+)(?: --workspace ([\w-]+))?/g)].map(([call, script = '', workspace]) => ({
      document,
      call,
      isThere: scriptsOf(workspace === undefined ? '' : `${workspace}/`).includes(script),
    })),
  )
  expect(named.filter(({ isThere }) => !isThere)).toEqual([])
})

test('every npm script is explained in the README’s table, and no other', () => {
  const explained = rowsIn(sectionOf('README.md', 'Commands')).map(([command]) => /^`npm (?:run )?([\w:-]+)`$/.exec(command ?? '')?.[1])
  expect(new Set(explained)).toEqual(new Set(scriptsOf('')))
  expect(explained.length).toBe(scriptsOf('').length)
})

/** Of addresses with parameters, which stand as {name} in the API and as $name in the pages. */
const asPattern = (address: string) => new RegExp(`^${address.replaceAll(/\{\w+\}|\$\w+/g, '[^/]+').replace(/(?<=.)\/$/, '')}$`)
const calls = sources
  .filter((path) => path.startsWith('contract/src/') && !path.endsWith('.test.ts'))
  .flatMap((path) => [...read(path).matchAll(/endpoint\('([A-Z]+) ([^']+)'/g)])
  .map(([, method = '', address = '']) => ({ method, pattern: asPattern(address) }))
const screens = [...read('web/src/route-tree.generated.ts').matchAll(/fullPath: '([^']+)'/g)].map(([, address = '']) => asPattern(address))
/** Routes outside the contract are literals in the platform, and in the contract's list of webhooks. */
const plainRoutes = new Set(
  sources
    .filter((path) => /^server\/src\/platform\/http\/|^contract\/src\/mail-design\/mail-paths\.ts/.test(path) && !path.endsWith('.test.ts'))
    .flatMap((path) => [...read(path).matchAll(/'(\/[a-z./-]+)'/g)].map(([, address = '']) => address)),
)

test('every call and every page that a document names is there', () => {
  expect(calls.length).toBeGreaterThan(100)
  const gone = names.filter(({ name }) => {
    const [, method, address = ''] = /^(?:(GET|POST|PUT|PATCH|DELETE) )?(\/[\w{}/.-]*)(?:\?.*)?$/.exec(name) ?? []
    if (address === '' || noRoutes.has(address) || plainRoutes.has(address) || address === '/api') return false
    const isApi = address.startsWith('/api/')
    const isCall = calls.some(
      (call) => (method === undefined || call.method === method) && call.pattern.test(address.replace(/^\/api(?=\/)/, '')),
    )
    const isScreen = method === undefined && screens.some((screen) => screen.test(address))
    return isApi || method !== undefined ? !isCall : !isScreen
  })
  expect(gone).toEqual([])
})

/** Variables that GitHub's runners give to jobs, and that Node.js itself reads. */
const ofOthers = new Set([
  'ACTIONS_ID_TOKEN_REQUEST_URL',
  'ACTIONS_ID_TOKEN_REQUEST_TOKEN',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
  'NODE_USE_ENV_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
])

test('every variable that a document names is one of the configuration, or read by tests, measurements or compose.yaml', () => {
  const configured = new Set(rowsIn(read('docs/configuration.md')).map(([name]) => name?.replaceAll('`', '')))
  const readElsewhere = sources.filter((path) => /^(e2e|bench|tools|cli|mcp|extension)\/|\.faults\.ts$/.test(path)).map(read)
  const compose = read('packaging/container/compose.yaml')
  const unknown = documents.flatMap((path) =>
    // With an underscore, or as something that is set; in blocks as well. What `exec --env` or a command of an agent sets has whatever name one likes.
    [...read(path).matchAll(/(?<!"env": ")\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b|(?<=^|[\s`])(?<!--env )([A-Z]{3,})(?==\w)/gm)]
      .map(([, long, short]) => ({ path, variable: long ?? short ?? '' }))
      .filter(
        ({ variable }) =>
          !configured.has(variable) &&
          !ofOthers.has(variable) &&
          !compose.includes(`\${${variable}`) &&
          !readElsewhere.some((source) =>
            [`process.env.${variable}`, `process.env['${variable}']`, `fromEnvironment('${variable}')`].some((use) => source.includes(use)),
          ),
      ),
  )
  expect(unknown).toEqual([])
})

const decisions = paths.filter((path) => /^docs\/decisions\/\d{4}-/.test(path)).map((path) => path.slice('docs/decisions/'.length))

test('every decision is listed once, in order, with its number and title', () => {
  const listed = read('docs/decisions/README.md')
    .split('\n')
    .filter((line) => line.startsWith('- ['))
    .map((line) => line.replace(/ \(replaced by \d{4}\)$/, ''))
  const titled = decisions.sort().map((file) => {
    const title = /^# (?:\d{4}[.:]? )?(.+)$/m.exec(read(`docs/decisions/${file}`))?.[1]
    return `- [${file.slice(0, 4)}](${file}) ${title}`
  })
  expect(listed).toEqual(titled)
  expect(new Set(decisions.map((file) => file.slice(0, 4))).size).toBe(decisions.length)
})

test('every decision stands under one subject, in order', () => {
  const subjects = [...read('docs/decisions/README.md').matchAll(/^- \*\*.+\*\*: (.+)$/gm)].map(([, numbers = '']) => numbers.split(', '))
  expect(subjects.flat().toSorted()).toEqual(decisions.map((file) => file.slice(0, 4)).toSorted())
  expect(subjects).toEqual(subjects.map((numbers) => numbers.toSorted()))
})

test('every decision that a document or a comment cites is there, under the number that is cited', () => {
  const numbers = new Set(decisions.map((file) => file.slice(0, 4)))
  const cited = [...documents, ...sources.filter((path) => path !== 'tools/documents.test.ts')].flatMap((path) =>
    [...read(path).matchAll(/\[(\d{4})\]\((?:decisions\/)?(\d{4})-|(?:decisions?[ /]|replaced by )(\d{4})\b/gi)].map(
      ([, text, link, plain]) => ({ path, text: text ?? plain ?? '', link: link ?? text ?? plain ?? '' }),
    ),
  )
  expect(cited.length).toBeGreaterThan(50)
  expect(cited.filter(({ text, link }) => text !== link || !numbers.has(text))).toEqual([])
})

/** Folders of the map: those of a first-level folder stand two spaces in, theirs four. */
function readMap() {
  const [, map = ''] = /```\n(.*?)```/s.exec(sectionOf('docs/architecture.md', 'The map')) ?? []
  let [top, middle] = ['', '']
  return map.split('\n').flatMap((line) => {
    const [, indent = '', list = ''] = /^( *)(\S+(?: \S+\.ts| \S+\/)*)/.exec(line) ?? []
    const entries = list.split(' ').filter((name) => /\/$|\.ts$/.test(name))
    if (indent === '') [top, middle] = [list, '']
    else if (indent.length === 2) middle = entries.find((name) => name.endsWith('/')) ?? ''
    return entries.map((name) => (indent === '' ? name : indent.length === 2 ? top + name : top + middle + name))
  })
}

test('everything on the architecture’s map is there', () => {
  const map = readMap()
  expect(map.length).toBeGreaterThan(30)
  expect(map.filter((path) => !paths.includes(path))).toEqual([])
})

test.each(['server/src/', 'web/src/'])('the architecture’s map has every folder of %s', (folder) => {
  const map = readMap()
  expect(listFolders(folder).filter((name) => !map.includes(`${folder}${name}/`))).toEqual([])
})

test('the architecture has the order of the nouns that the import rules hold', () => {
  expect(read('docs/architecture.md').replaceAll(/\s+/g, ' ')).toContain(` ${serverNouns.toReversed().join(' → ')}.`)
})

test('the table of limits has the numbers of the contract', () => {
  const table = Object.fromEntries(rowsIn(sectionOf('docs/operations.md', 'Limits')).map(([what = '', limit = '']) => [what, limit]))
  const {
    sign_in: signIn,
    sign_in_failures: failures,
    reset_recipient: mailed,
    sign_up: signUp,
    setup,
    codes,
    read: reads,
    write,
    public: open,
  } = rateLimits
  expect([signIn, failures, signUp, setup, codes, reads, write, open].map(({ window }) => window)).toEqual(
    Array.from({ length: 8 }, () => 60),
  )
  expect(setup.points).toBe(signUp.points)
  const { values, fields, depth } = defaultBodyCounts
  const begins = {
    'sign-in, per account and client address': `${signIn.points} a minute;`,
    'wrong sign-ins over all accounts, per client address': `${failures.points} a minute`,
    'mailed links of one kind, per recipient': `${mailed.points} in ${mailed.window / 60} minutes`,
    'sign-up, set-up, per client address': `${signUp.points} a minute each`,
    'calls without a session that fail, per client address': `${rateLimits.public_failures.points} a minute;`,
    'codes, per session': `${codes.points} a minute`,
    'other reads and writes, per person': `${reads.points} and ${write.points} a minute`,
    'what needs no session, per client address': `${open.points} a minute`,
    'keys of one person': limits.keysPerOwner.toLocaleString('en'),
    'body of a request': `${defaultBodyLimit / 1024} KiB; ${values.toLocaleString('en')} values, ${fields} fields of an object, ${depth} levels`,
    'body of an import': `${transferLimits.importBytes / 1024 / 1024} MiB`,
  }
  expect(Object.entries(begins).filter(([what, begin]) => !table[what]?.startsWith(begin))).toEqual([])
})

test('the document of the import names every application of which a format is read', () => {
  const formats = paths.filter((path) => /^web\/src\/transfer\/formats\/[^.]+\.ts$/.test(path)).map(read)
  const names = formats.flatMap((text) =>
    [...text.matchAll(/ImportFormat<'([^']+)'>|= table\(\s*'([^']+)'/g)].map(([, one, other]) => one ?? other ?? ''),
  )
  expect(names.length).toBeGreaterThan(50)
  // Chrome's passwords have no codes; the browser extension is called by what it is.
  const known = new Set(['Chrome', 'Authenticator extension'])
  const document = read('docs/import-and-export.md')
  expect(names.filter((name) => !known.has(name) && !document.includes(name))).toEqual([])
})

test('every field of a key is named where our own file is described, and one that is not sealed where it says what is in the clear', () => {
  const file = sectionOf('docs/import-and-export.md', 'The encrypted file')
  expect([...descriptionNames, ...sealedNames].filter((name) => !file.includes(`"${name}"`))).toEqual([])
  const clear = rowsIn(read('docs/security.md')).find(([, kept]) => kept === 'in the clear in the database')
  expect(descriptionNames.filter((name) => !clear?.[0]?.includes(name))).toEqual([])
})

test('documents are held by what they name, never by their sentences: no other test reads them', () => {
  const reading = sources.filter(
    (path) =>
      /\.(test|spec|faults)\.tsx?$/.test(path) &&
      /['"`][^'"`\n]*\b(README|CHANGELOG|CONTRIBUTING|SECURITY|docs\/[\w/-]+)\.md['"`]/.test(read(path)),
  )
  // The table of configuration is generated, and the patterns for scanners are tried as they stand there.
  expect(reading).toEqual([
    'server/src/platform/config-table.test.ts',
    'server/src/platform/crypto/program-token.test.ts',
    'tools/asvs-answers.test.ts',
    'tools/documents.test.ts',
  ])
})
