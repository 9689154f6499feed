import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChromium } from './chromium-process.ts'
import manifest from './package.json' with { type: 'json' }

/** Options of Playwright's `launch`, and of starting Chromium by hand. */
export type ChromiumLaunch = { executablePath: string; args: string[]; env: Record<string, string>; chromiumSandbox: boolean }

/**
 * How to launch the Chromium of the tests: the one inside the npm package `@sparticuz/chromium`, unpacked once into `.cache`,
 * so that neither root, nor a package manager, nor a download is needed.
 * `CHROMIUM_PATH` names another one, which platforms other than Linux on x64 need.
 */
export async function chromiumLaunch(): Promise<ChromiumLaunch> {
  const named = process.env.CHROMIUM_PATH
  const { executablePath, ...found } = named ? { executablePath: named, env: {} } : await unpackedChromium()
  const env = { ...inheritedEnvironment(), ...found.env }
  return { executablePath, args: quiet, env, chromiumSandbox: await canSandbox(executablePath, env) }
}

/** Chromium must reach nothing but the application under test: neither its own services, nor what a page may name. */
const quiet = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-quic',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  // Text is drawn alike whatever the machine's fontconfig says about hinting.
  '--font-render-hinting=none',
]

async function unpackedChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`No Chromium for ${process.platform}-${process.arch} comes with the tests. Name one in CHROMIUM_PATH.`)
  }
  const version = manifest.devDependencies['@sparticuz/chromium']
  const folder = fileURLToPath(new URL(`../.cache/chromium-${version}`, import.meta.url))
  if (!existsSync(folder)) await unpackInto(folder)
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, 'fonts.conf'), XDG_CACHE_HOME: folder },
  }
}

/** Atomic: several test processes may start at once, and each unpacks aside; the first one to finish gives its folder the name. */
async function unpackInto(folder: string) {
  await mkdir(dirname(folder), { recursive: true })
  const aside = await mkdtemp(`${folder}.`)
  try {
    await unpack(aside)
    await writeFile(join(aside, 'fonts.conf'), fontConfiguration)
    await chmod(aside, 0o755)
    await chmod(join(aside, 'chromium'), 0o755)
    await rename(aside, folder)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/** In a process of its own, because the package unpacks into the temporary folder and changes `process.env` on import. */
function unpack(into: string) {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const script = 'const { default: chromium } = await import(process.argv[1]); await chromium.executablePath()'
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, entry], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // The package unpacks its copy of the NSS libraries only where it believes to run on Lambda.
    env: { ...process.env, TMPDIR: into, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  })
  let complaints = ''
  child.stderr.on('data', (chunk) => (complaints += chunk))
  return new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`Chromium could not be unpacked: ${complaints}`))))
  })
}

/** The bundled face for every generic family; the machine's own fonts only for glyphs that it lacks. */
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`

/** Chromium refuses to sandbox as root, and cannot where user namespaces are forbidden, as in many containers: it then ends at once. */
async function canSandbox(executablePath: string, env: Record<string, string>) {
  if (process.getuid?.() === 0) return false
  return startChromium(executablePath, [], env).then(
    async (chromium) => {
      await chromium.stop()
      return true
    },
    () => false,
  )
}

function inheritedEnvironment() {
  const set = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(set)
}
