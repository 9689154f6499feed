/*
 * Refuses by hand what the kits of web/src/kits are for (docs/decisions/0194, 0336, 0342, 0361), and style sheets that grow or cost too much. Run by `npm run check`.
 */
import { glob, readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { lineOf } from './line-of.mjs'
import { root } from './process.mjs'
import { sourcesBelow } from './sources.mjs'

/** @typedef {{ kit: string, is: (text: string) => boolean }} Rule */

/**
 * A failure of a query, or what is on its way beside one of its states. A step that failed, or a script, is no query: nothing fetches it again.
 * @param {string} text
 */
function showsStates(text) {
  const queries = [...text.matchAll(/const (\w+) = useQuery\(/g)].map(([, name]) => name)
  return (
    (/<ErrorState\b/.test(text) && /\buseQuery\(|\bretrying=|\brefetch\b/.test(text)) ||
    (/<Loading\b/.test(text) && /\{[^}]*\b(isPending|isError|error)\b[^}]*\} = useQuery\(/.test(text)) ||
    queries.some((name) => new RegExp(`\\b${name}\\.isError\\b`).test(text))
  )
}

/** @type {Record<string, Rule>} */
const rules = {
  'shows loading and failure by hand': {
    kit: 'Loaded or Outlined of kits/Loaded.tsx, or Settled',
    is: showsStates,
  },
  'turns the pages of a list by hand': {
    kit: 'ListPanel, or usePager where the list has no panel of its own, of kits/',
    is: (text) => /<Pagination\b/.test(text),
  },
  'asks a question by hand': {
    kit: 'AskDialog or ConfirmDialog of kits/AskDialog.tsx',
    is: (text) => /<AlertDialog\b/.test(text),
  },
  'sends by hand what a person wants': {
    kit: 'useAct, or useQuestion and useDownload where nothing changes, of kits/',
    is: (text) => /\buseMutation\b/.test(text),
  },
  'makes a form in a dialog by hand': {
    kit: 'useFormDialog and FormDialog of kits/',
    is: (text) => /<(Dialog|DialogStep)\b[^;]*\bonSubmit=/.test(text),
  },
  'makes a form on a page by hand': {
    kit: 'PageForm of kits/PageForm.tsx',
    is: (text) => /<form\b/.test(text),
  },
  'keeps what is typed by hand': {
    kit: 'useSentForm, or useTypedForm where it is handed on, of kits/',
    is: (text) => /\buseForm\b/.test(text),
  },
}

/**
 * Every file that does by hand what a kit does, as a line to print.
 * @param {readonly [path: string, text: string][]} files paths from web/src on, with slashes
 */
export const findHandMade = (files) =>
  Object.entries(rules).flatMap(([does, { kit, is }]) =>
    files.filter(([, text]) => is(text)).map(([path]) => `${path} ${does}: use ${kit}`),
  )

/** Not widgets and kits, of which these are made, and not the gallery, which shows them. @param {string} path */
export const isHeld = (path) => /\.tsx?$/.test(path) && !/^(ui|kits|screens\/dev)\/|\.test\.tsx?$/.test(path)

/** Lines of style sheets of nouns, and of the shell and the screens. Utilities lay out, and a widget's looks are in ui/: the ceilings may only sink. */
const most = { nouns: 252, frames: 940 }

/** A style sheet of a noun. @param {string} path from web/src on, with slashes */
export const isNounStyle = (path) => path.endsWith('.css') && path.includes('/') && !/^(ui|kits|lib|shell|screens)\//.test(path)

/** A style sheet of the shell or of a screen. @param {string} path from web/src on, with slashes */
export const isFrameStyle = (path) => /^(shell|screens)\/.*\.css$/.test(path)

/** @param {string} whose @param {Iterable<string>} texts @param {number} ceiling */
export function findStyles(whose, texts, ceiling) {
  const lines = [...texts].reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0)
  return lines > ceiling
    ? [`Style sheets of ${whose} have ${lines} lines, at most ${ceiling} are allowed: lay out with utilities, or make a widget in ui/`]
    : []
}

/**
 * Classes that a style sheet draws and no source names, a test aside: their rules are left over.
 * @param {Iterable<[path: string, text: string]>} sheets @param {Iterable<string>} sources
 */
export function findUnnamedClasses(sheets, sources) {
  const words = new Set([...sources].flatMap((text) => text.split(/[^\w-]+/)))
  return [...sheets].flatMap(([path, text]) => {
    const rules = text.replace(/\/\*[^]*?\*\/|'[^']*'|@import[^;]*;/g, '')
    const classes = new Set([...rules.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))
    return [...classes].filter((name) => !words.has(name)).map((name) => `${path} draws .${name}, which no source names: delete its rules`)
  })
}

/**
 * A `:has` of the page itself: for it the browser looks at every element that comes or goes anywhere, so a vault with 1,000 keys answers late
 * (docs/performance.md). What is printed is drawn once.
 * @param {Iterable<[path: string, text: string]>} sheets
 */
export const findPageHas = (sheets) =>
  [...sheets]
    .filter(
      ([path, text]) =>
        !path.endsWith('/print.css') && /(?<![\w-])(:root|html|body|#root)[^\s,{]*:has\(/.test(text.replace(/\/\*[^]*?\*\//g, '')),
    )
    .map(([path]) => `${path} asks with :has of the page: set an attribute where the change is made`)

/**
 * Elements that a test takes without waiting for them, on a quick machine after they are there and on a busy one before. A function that is not
 * async is for what is waited for: it is polled, or called afterwards.
 * @param {Iterable<[path: string, text: string]>} tests
 */
export const findHastyReads = (tests) =>
  [...tests].flatMap(([path, text]) => {
    /** @type {boolean[]} */
    const inAsync = []
    /** @type {string[]} */
    const found = []
    /** @param {{ async: boolean }} node */
    const enter = (node) => void inAsync.push(node.async)
    const leave = () => void inAsync.pop()
    new Visitor({
      ArrowFunctionExpression: enter,
      'ArrowFunctionExpression:exit': leave,
      FunctionDeclaration: enter,
      'FunctionDeclaration:exit': leave,
      CallExpression({ callee, arguments: { length }, start }) {
        const isRead = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'element'
        if (isRead && length === 0 && inAsync.at(-1))
          found.push(`${path}:${lineOf(text, start)} does not wait for an element: await findElement()`)
      },
    }).visit(parseSync(path, text).program)
    return found
  })

/**
 * Modules that a test replaces: test files share a page, where another one may have loaded the module before.
 * @param {Iterable<[path: string, text: string]>} tests
 */
export const findReplacedModules = (tests) =>
  [...tests]
    .filter(([, text]) => /\bvi\.(do)?mock\(/i.test(text))
    .map(([path]) => `${path} replaces a module of a page that test files share: serve the call, or spy on the browser`)

/** @param {string} name from web on */
const withText = async (name) => /** @type {[string, string]} */ ([name, await readFile(`${root}web/${name}`, 'utf8')])

async function main() {
  const sources = (await sourcesBelow('web/src')).map((name) => name.slice('web/'.length))
  const texts = await Promise.all([...sources, 'index.html'].map(withText))
  const held = texts
    .map(([name, text]) => /** @type {[string, string]} */ ([name.replace(/^src\//, ''), text]))
    .filter(([name]) => isHeld(name))
  if (held.length === 0) throw new Error('There are no sources to check.')
  const names = []
  for await (const name of glob('src/**/*.css', { cwd: `${root}web` })) names.push(name.replaceAll('\\', '/'))
  const sheets = await Promise.all(names.map(withText))
  /** @param {(path: string) => boolean} is */
  const textsOf = (is) => sheets.filter(([name]) => is(name.slice('src/'.length))).map(([, text]) => text)
  if (textsOf(isNounStyle).length === 0 || textsOf(isFrameStyle).length === 0) throw new Error('There are no style sheets to check.')
  const named = texts.filter(([name]) => !/\.test\.tsx?$/.test(name)).map(([, text]) => text)
  const tests = texts.filter(([name]) => /^src\/(testing\/|.*\.component\.test\.tsx$)/.test(name))
  const violations = [
    ...findHandMade(held),
    ...findStyles('nouns', textsOf(isNounStyle), most.nouns),
    ...findStyles('the shell and the screens', textsOf(isFrameStyle), most.frames),
    ...findUnnamedClasses(sheets, named),
    ...findPageHas(sheets),
    ...findHastyReads(tests),
    ...findReplacedModules(tests),
  ]
  for (const line of violations) console.error(line)
  process.exitCode = violations.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
