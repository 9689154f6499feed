// Writes the icons that the pages use into src, as outlines: npm run icons, after an import of another one, or another version below.
import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Both libraries have thousands of icons, 76 MB: they need not be installed to start the application.
const libraries = { lucide: 'lucide-react@1.75.0', marks: 'simple-icons@16.37.0' }
const sources = join(import.meta.dirname, 'src')
const iconsFolder = join(sources, 'ui', 'icons')
const marksFile = join(sources, 'keys', 'issuer-marks.generated.ts')

/** Services that many people have a second factor with, as Simple Icons calls them. */
const services =
  '1password airbnb akamai anthropic apple asana atlassian auth0 backblaze battledotnet binance bitbucket bitwarden bluesky box cloudflare codeberg coinbase confluence dashlane datadog digitalocean discord docker dropbox ea ebay element epicgames etsy evernote facebook figma firebase flydotio forgejo gandi ghost gitea github gitlab godaddy gogdotcom google grafana hashicorp hetzner homeassistant hubspot huggingface humblebundle instagram ionos itchdotio jellyfin jetbrains jira keycloak kickstarter klarna lastpass linear mailchimp mailgun mastodon matrix mikrotik mongodb monzo mullvad n26 namecheap netlify nextcloud nordvpn notion npm okta okx opnsense ovh pagerduty patreon paypal pfsense pinterest playstation plex porkbun proton protonmail protonvpn proxmox pypi railway reddit redhat render revolut robinhood roblox rubygems scaleway sentry shopify signal snapchat snowflake squarespace stackoverflow steam stripe supabase synology tailscale telegram terraform tiktok todoist trello truenas tuta twitch ubiquiti ubisoft ubuntu unity unraid vaultwarden vercel vmware vultr whatsapp wise wix wordpress x youtube zendesk zoho zoom'

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>]

/** A shape of SVG as commands of a path. */
function outlineOf([tag, attributes]: Shape): string {
  const valueOf = (name: string) => Number(attributes[name] ?? 0)
  const ellipse = (rx: number, ry: number) => {
    const [cx, cy] = [valueOf('cx'), valueOf('cy')]
    return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`
  }
  const points = () => (attributes['points'] ?? '').trim().split(/[\s,]+/)
  switch (tag) {
    case 'path':
      return absolute(attributes['d'] ?? '')
    case 'circle':
      return ellipse(valueOf('r'), valueOf('r'))
    case 'ellipse':
      return ellipse(valueOf('rx'), valueOf('ry'))
    case 'line':
      return `M${valueOf('x1')} ${valueOf('y1')}L${valueOf('x2')} ${valueOf('y2')}`
    case 'polyline':
      return `M${points().join(' ')}`
    case 'polygon':
      return `M${points().join(' ')}z`
    case 'rect':
      return rectangle(valueOf('x'), valueOf('y'), valueOf('width'), valueOf('height'), valueOf('rx') || valueOf('ry'))
    default:
      throw new Error(`There is no outline of <${tag}>.`)
  }
}

function rectangle(x: number, y: number, width: number, height: number, r: number): string {
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}z`
  const [across, down] = [width - 2 * r, height - 2 * r]
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`
}

const number = String.raw`-?(?:\d*\.\d+|\d+)`
const relativeStart = new RegExp(`^m\\s*(${number})[\\s,]*(${number})\\s*(.*)$`, 's')

/** A path appended to another must begin at an absolute position rather than where that one ended. */
function absolute(path: string): string {
  const [, x, y, rest = ''] = relativeStart.exec(path) ?? []
  return x === undefined ? path : `M${x} ${y}${/^[\s,]*[-\d.]/.test(rest) ? 'l' : ''}${rest}`
}

/** Names of icons that are imported somewhere. */
async function namesInUse(): Promise<string[]> {
  const files = (await readdir(sources, { recursive: true })).filter((file) => /\.tsx?$/.test(file))
  const texts = await Promise.all(files.map((file) => readFile(join(sources, file), 'utf8')))
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/ from '[^']*\/icons\/(\w+)\.ts'/g)].map(([, name = '']) => name)))]
}

/** Name → file. An icon has several names, of which the file has but one. */
async function readIconFiles(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of (await readFile(join(folder, 'lucide-react.mjs'), 'utf8')).matchAll(
    /export \{([^}]*)\} from '(\.\/icons\/.+\.mjs)'/g,
  )) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, join(folder, file))
  }
  return files
}

/** A file for each icon: so the bundler knows which screen needs which. */
async function drawIcons(modules: string) {
  const files = await readIconFiles(join(modules, 'lucide-react', 'dist', 'esm'))
  const outlines = new Map<string, string>()
  for (const name of await namesInUse()) {
    const file = files.get(name)
    if (file === undefined) throw new Error(`${libraries.lucide} has no icon ${name}.`)
    const { __iconData: icon } = (await import(pathToFileURL(file).href)) as { __iconData: { node: readonly Shape[] } }
    outlines.set(name, icon.node.map(outlineOf).join(''))
  }
  await rm(iconsFolder, { recursive: true, force: true })
  await mkdir(iconsFolder)
  const head = `// Written by npm run icons from ${libraries.lucide}; its license is beside it.`
  for (const [name, outline] of outlines) await writeFile(join(iconsFolder, `${name}.ts`), `${head}\nexport const ${name} = '${outline}'\n`)
  await copyFile(join(modules, 'lucide-react', 'LICENSE'), join(iconsFolder, 'LICENSE'))
}

async function drawMarks(modules: string) {
  const icons = (await import(pathToFileURL(join(modules, 'simple-icons', 'index.mjs')).href)) as Record<
    string,
    { title: string; path: string } | undefined
  >
  const lines = services.split(' ').map((slug) => {
    const icon = icons[`si${slug.charAt(0).toUpperCase()}${slug.slice(1)}`]
    if (icon === undefined) throw new Error(`${libraries.marks} has no icon ${slug}.`)
    return `  [${JSON.stringify(icon.title)}, '${icon.path}'],\n`
  })
  const head = `/* Written by npm run icons from ${libraries.marks}, which are CC0. */\n`
  await writeFile(
    marksFile,
    `${head}export const issuerMarks: readonly (readonly [title: string, outline: string])[] = [\n${lines.join('')}]\n`,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'twofold-icons-'))
try {
  const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']
  execFileSync('npm', ['install', ...options, ...Object.values(libraries)], { stdio: 'inherit' })
  await drawIcons(join(folder, 'node_modules'))
  await drawMarks(join(folder, 'node_modules'))
} finally {
  await rm(folder, { recursive: true, force: true })
}
