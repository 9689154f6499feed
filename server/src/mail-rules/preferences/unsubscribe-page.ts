import type { EventName } from '@twofold/contract/events'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import { mailLanguages, wordsFor } from '../../mail-design/languages/languages.ts'
import { escapeHtml } from '../../mail-design/themes/mail-document.ts'

/** What a page is made for. `languages`: what the browser would like (`Accept-Language`). `nonce` lets the page's own style in. */
interface Asked {
  event: EventName
  languages: string | undefined
  nonce: string
}

/** Asks before anything changes. */
export function unsubscribePage({ event, languages, nonce }: Asked, there = mailLanguages): string {
  const { language, words } = wordsFor(languages, there)
  const { question, titles } = words.unsubscribe
  const form = `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click" /><button>${question.button}</button></form>`
  const text = question.text(titles[event] ?? eventCatalogue[event].title)
  return page(language, question.heading, `<p>${escapeHtml(text)}</p>\n    ${form}`, nonce)
}

export function unsubscribedPage({ event, languages, nonce }: Asked, there = mailLanguages): string {
  const { language, words } = wordsFor(languages, there)
  const { done, titles } = words.unsubscribe
  return page(language, done.heading, `<p>${escapeHtml(done.text(titles[event] ?? eventCatalogue[event].title))}</p>`, nonce)
}

function page(language: string, heading: string, content: string, nonce: string): string {
  return `<!doctype html>
<html lang="${language}">
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
