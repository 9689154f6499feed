import { escapeHtml } from '../themes/mail-document.ts'

/** Asks before anything changes. `nonce` lets the page's own style in. */
export function unsubscribePage(title: string, nonce: string): string {
  return page(
    'Unsubscribe',
    `<p>You get mail about “${escapeHtml(title)}”. Shall it stop?</p>
    <form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click" /><button>Unsubscribe</button></form>`,
    nonce,
  )
}

export function unsubscribedPage(title: string, nonce: string): string {
  return page('Unsubscribed', `<p>You get no more mail about “${escapeHtml(title)}”. In your profile you can have it again.</p>`, nonce)
}

function page(heading: string, content: string, nonce: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="robots" content="noindex" />
    <title>${heading}</title>
    <style nonce="${nonce}">
      :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
      body { max-width: 32rem; margin: 15vh auto; padding: 0 1.5rem }
      button { font: inherit; padding: 0.5rem 1.25rem; cursor: pointer }
    </style>
  </head>
  <body>
    <main>
    <h1>${heading}</h1>
    ${content}
    </main>
  </body>
</html>
`
}
