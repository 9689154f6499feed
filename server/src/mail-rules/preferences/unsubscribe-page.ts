import type { EventName } from '@twofold/contract/events'
import { mailLanguages, wordsFor } from '../../mail-design/languages/languages.ts'
import { escapeHtml } from '../../mail-design/markup/mail-document.ts'

/** Input of a page. `languages`: the browser's `Accept-Language`. `nonce` allows the page's own style. */
interface Asked {
  event: EventName
  languages: string | undefined
  nonce: string
}

/** Asks before anything changes. */
export function unsubscribePage({ event, languages, nonce }: Asked, there = mailLanguages): string {
  const { language, words } = wordsFor(languages, there, event)
  const { heading, text, button } = words.unsubscribe.question
  const form = `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click" /><button>${escapeHtml(button)}</button></form>`
  return page(language, heading, `<p>${escapeHtml(text)}</p>\n    ${form}`, nonce)
}

export function unsubscribedPage({ event, languages, nonce }: Asked, there = mailLanguages): string {
  const { language, words } = wordsFor(languages, there, event)
  const { heading, text } = words.unsubscribe.done
  return page(language, heading, `<p>${escapeHtml(text)}</p>`, nonce)
}

function page(language: string, heading: string, content: string, nonce: string): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="robots" content="noindex" />
    <title>${escapeHtml(heading)}</title>
    <style nonce="${nonce}">
      :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
      body { max-width: 32rem; margin: 15vh auto; padding: 0 1.5rem }
      button { font: inherit; padding: 0.5rem 1.25rem; cursor: pointer }
    </style>
  </head>
  <body>
    <main>
    <h1>${escapeHtml(heading)}</h1>
    ${content}
    </main>
  </body>
</html>
`
}
