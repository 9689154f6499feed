import { createClient } from '@twofold/client'
import { waitForToken } from '@twofold/client/device'
import { beginPage, button, element, failureText, question, say, show, text } from './dom.ts'
import { closeStore, type Connection, forgetConnection, isSignedOut, keepConnection, readConnection } from './store.ts'

beginPage()
void closeStore().then(begin)

async function begin(): Promise<void> {
  const connection = await readConnection()
  if (connection === undefined) return askAddress()
  try {
    const { token } = await createClient(connection).getOwnToken()
    showConnection(connection, token.owner.name)
  } catch (error) {
    // The address may be away for now; a session that is over is not.
    if (!isSignedOut(error)) return showConnection(connection, undefined)
    await forgetConnection()
    askAddress()
  }
}

function askAddress(typed = ''): void {
  const field = { type: 'url', value: typed, placeholder: 'https://vault.example.com', autocomplete: 'url' }
  show(
    element('h1', {}, text('connect')),
    element('p', {}, text('connect_help')),
    question(text('address'), field, text('sign_in'), signIn),
  )
}

function showConnection(connection: Connection, name: string | undefined): void {
  const said = name === undefined ? text('unreachable', connection.url) : text('signed_in', name, connection.url)
  show(
    element('h1', {}, 'Twofold'),
    element('p', {}, said),
    button(text('sign_out'), () => signOut(connection)),
  )
}

async function signOut(connection: Connection): Promise<void> {
  // Forgotten first: what cannot be reached now must not keep it here.
  await forgetConnection()
  await createClient({ url: connection.url })
    .revokeFoundToken({ body: { token: connection.token } })
    .catch(() => {})
  await chrome.permissions.remove({ origins: [`${new URL(connection.url).origin}/*`] }).catch(() => {})
  askAddress()
}

async function signIn(typed: string): Promise<void> {
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`)
  if (url === null) return say(text('wrong_address'), 'error')
  // Chrome's own refusal, of what the manifest does not allow, is no sentence for people.
  if (url.protocol === 'http:' && !['localhost', '127.0.0.1'].includes(url.hostname)) return say(text('not_secure'), 'error')
  say('')
  const base = `${url.origin}${url.pathname.replace(/\/$/, '')}`
  try {
    // The browser asks the person, for this origin alone.
    if (!(await chrome.permissions.request({ origins: [`${url.origin}/*`] }))) return say(text('not_allowed'), 'error')
    const vault = createClient({ url: base })
    const begun = await vault.startDeviceSignIn({ body: { client_id: 'Twofold extension', device_name: browserName() } })
    const link = element('a', { href: begun.verification_uri, target: '_blank' }, begun.verification_uri)
    show(
      element('h1', {}, text('confirm')),
      element('p', {}, text('confirm_help')),
      element('p', {}, link),
      element('p', { class: 'code' }, begun.user_code),
    )
    await keepConnection({ url: base, token: await waitForToken(vault, begun) })
    await begin()
  } catch (error) {
    askAddress(typed)
    say(failureText(error, base), 'error')
  }
}

/** The browser's own name, without its version. */
function browserName(): string {
  const { platform = navigator.platform } = (navigator as { userAgentData?: { platform?: string } }).userAgentData ?? {}
  return `${/Edg\//.test(navigator.userAgent) ? 'Edge' : 'Chrome'} on ${platform}`.slice(0, 60)
}
