import { createClient, type Client } from '@twofold/client'
import { readSite } from '@twofold/contract/sites'
import { belongsTo, type Choice, chooseKeys, findKeys, type Key } from './choose-keys.ts'
import { afterPin, fetchCode, fillFetched, type Questions } from './codes.ts'
import { beginPage, button, element, failureText, question, say, show, text } from './dom.ts'
import { fieldOf, findPage, openFrame, type Page } from './page.ts'
import { forgetConnection, isSignedOut, readConnection } from './store.ts'

/** Rows of keys that belong to no site; more are found by typing. */
const mostRows = 8

beginPage()
void begin()

async function begin(): Promise<void> {
  const connection = await readConnection()
  if (connection === undefined) return show(element('p', {}, text('not_set_up')), button(text('set_up'), openOptions, 'primary'))
  const vault = createClient({ ...connection, retries: 1 })
  const page = await findPage()
  await attempt(async () => list(vault, page, chooseKeys(await afterPin(vault, questions, () => vault.listKeys()), page?.origin)))
}

const openOptions = () => chrome.runtime.openOptionsPage().then(() => window.close())

const questions: Questions = {
  askPin: (complaint) =>
    new Promise((resolve) => {
      const field = { type: 'password', autocomplete: 'off', inputmode: 'numeric' }
      const entered = (pin: string) => {
        // Whatever comes of it, this form takes no second PIN.
        show()
        resolve(pin)
      }
      show(element('h1', {}, text('locked')), question(text('pin'), field, text('open'), entered))
      if (complaint !== undefined) void sayFailure(complaint)
    }),
  wait({ approval }) {
    say(approval === undefined ? text('queued') : text('awaiting_approval', String(approval.number)))
  },
}

const sayFailure = async (error: unknown) => say(failureText(error, (await readConnection())?.url ?? ''), 'error')

/** Does it, and says what went wrong. A device session that is over is forgotten. */
async function attempt(act: () => unknown): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!isSignedOut(error)) return sayFailure(error)
    await forgetConnection()
    show(element('p', {}, text('signed_out')), button(text('set_up'), openOptions, 'primary'))
  }
}

function list(vault: Client, page: Page | undefined, { fitting, suggested, rest }: Choice): void {
  const search = element('input', { id: 'search', type: 'search', placeholder: text('search'), autocomplete: 'off' })
  search.setAttribute('aria-label', text('search'))
  const found = element('ul', {})
  const draw = () => {
    const keys = search.value.trim() === '' ? rest.slice(0, mostRows) : findKeys(rest, search.value)
    found.replaceChildren(
      ...keys.map((key) =>
        row(
          key,
          button(text('copy'), () => askToCopy(vault, page, key, () => list(vault, page, { fitting, suggested, rest }))),
        ),
      ),
    )
  }
  search.addEventListener('input', draw)
  draw()
  show(
    element('h1', {}, page === undefined ? 'Twofold' : hostOf(page.origin)),
    ...section(fitting, (key) => button(text('fill'), () => attempt(() => fillKey(vault, page, key)), 'primary')),
    ...section(suggested, (key) => button(text('fill_here'), () => askToAdd(vault, page, key))),
    search,
    found,
    ...(fitting.length + suggested.length + rest.length === 0 ? [element('p', {}, text('no_keys'))] : []),
  )
}

const hostOf = (origin: string) => URL.parse(origin)?.host ?? origin

const section = (keys: readonly Key[], act: (key: Key) => HTMLButtonElement) =>
  keys.length === 0 ? [] : [element('ul', {}, ...keys.map((key) => row(key, act(key))))]

function row(key: Key, act: HTMLButtonElement): HTMLLIElement {
  act.setAttribute('aria-label', `${act.textContent}: ${key.name}`)
  const about = [key.issuer, key.account].filter((part) => part !== null && part !== key.name).join(' · ')
  return element('li', {}, element('span', {}, element('b', {}, key.name), element('small', {}, about)), act)
}

/** Fills one code into a field of the page that was open when the popup opened. */
async function fillKey(vault: Client, page: Page | undefined, key: Key): Promise<void> {
  if (page === undefined) return
  const frames = page.frameOrigins.filter((origin) => belongsTo(key, origin))
  if (!(await fillInto(vault, page, key, frames.length > 0))) return
  show(
    element('p', {}, text('frame_only')),
    ...frames.map((origin) => button(text('fill_frame', hostOf(origin)), () => attempt(() => fillFrame(vault, page, key, origin)))),
  )
}

async function fillFrame(vault: Client, page: Page, key: Key, origin: string): Promise<void> {
  // First, while the click still counts for the browser's own question.
  const frame = await openFrame(page, origin)
  if (frame === undefined) return say(text('frame_closed'), 'error')
  await fillInto(vault, frame, key, false)
}

/** Says what came of it. True: the field can only be in a frame. */
async function fillInto(vault: Client, target: Parameters<typeof fieldOf>[0], key: Key, hasFrames: boolean): Promise<boolean> {
  say(text('fetching'))
  const outcome = await fillFetched(fieldOf(target, key.digits), hasFrames, () => fetchCode(vault, key, questions))
  if (outcome === 'in_frame') return true
  if (outcome === 'moved') say(text('moved'), 'error')
  else if (outcome === 'filled') window.close()
  else await copy(outcome.code, outcome.used, text('no_field'))
  return false
}

async function copy(code: string, used: () => Promise<void>, said: string): Promise<void> {
  await navigator.clipboard.writeText(code)
  await used()
  show(element('p', {}, said))
}

/** A code goes into the clipboard, from where any page may get it: the question names the site that is open. */
function askToCopy(vault: Client, page: Page | undefined, key: Key, back: () => void): void {
  const asked = page === undefined ? text('copy_question', key.name) : text('copy_question_site', key.name, hostOf(page.origin))
  const act = async () => {
    const { code, used } = await fetchCode(vault, key, questions)
    await copy(code, used, text('copied'))
  }
  show(
    element('p', {}, asked),
    button(text('copy'), () => attempt(act), 'primary'),
    button(text('back'), back),
  )
}

/** From then on, including this time, its codes are filled here with one click. */
function askToAdd(vault: Client, page: Page | undefined, key: Key): void {
  const read = page === undefined ? undefined : readSite(page.origin)
  if (page === undefined || read === undefined || !('site' in read)) return askToCopy(vault, page, key, () => void begin())
  const { site } = read
  const act = async () => {
    await afterPin(vault, questions, () => vault.editKey({ params: { id: key.id }, body: { sites: [...(key.sites ?? []), site] } }))
    await fillKey(vault, page, { ...key, sites: [...(key.sites ?? []), site] })
  }
  show(
    element('p', {}, text('add_question', key.name), element('br'), element('code', {}, site)),
    button(text('add_and_fill'), () => attempt(act), 'primary'),
    button(text('back'), () => void begin()),
  )
}
