import { acceptedLanguage } from '@twofold/contract/languages'
import type { EventName } from '@twofold/contract/events'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import { escapeHtml } from '../../mail-design/themes/mail-document.ts'

interface Words {
  question: { heading: string; text: (title: string) => string; button: string }
  done: { heading: string; text: (title: string) => string }
  /** What mail is called; what is missing is called as in the catalogue. */
  titles: Partial<Record<EventName, string>>
}

const words: Record<'en' | 'de', Words> = {
  en: {
    question: { heading: 'Unsubscribe', text: (title) => `You get mail about “${title}”. Shall it stop?`, button: 'Unsubscribe' },
    done: { heading: 'Unsubscribed', text: (title) => `You get no more mail about “${title}”. In your profile you can have it again.` },
    titles: {},
  },
  de: {
    question: { heading: 'Abbestellen', text: (title) => `Möchten Sie E-Mails zu „${title}“ nicht mehr erhalten?`, button: 'Abbestellen' },
    done: {
      heading: 'Abbestellt',
      text: (title) => `Sie erhalten keine E-Mails zu „${title}“ mehr. In Ihrem Profil können Sie sie wieder einschalten.`,
    },
    titles: {
      'user.login': 'Anmeldungen',
      'key.created': 'Schlüssel hinzugefügt',
      'key.rotated': 'Geheimnis ersetzt',
      'key.deleted': 'Schlüssel gelöscht',
      'key.shared': 'Schlüssel mit Ihnen geteilt',
      'key.offered': 'Schlüssel angeboten',
      'key.share.revoked': 'Freigabe beendet',
      'take.approval_requested': 'Programme, die um einen Code bitten',
      'key.share.asked': 'Zugriff erneut erbeten',
      'digest.weekly': 'Wöchentliche Zusammenfassung',
      'digest.monthly': 'Monatliche Zusammenfassung',
    },
  },
}

/** What a page is made for. `languages`: what the browser would like (`Accept-Language`). `nonce` lets the page's own style in. */
interface Asked {
  event: EventName
  languages: string | undefined
  nonce: string
}

/** Asks before anything changes. */
export function unsubscribePage({ event, languages, nonce }: Asked): string {
  const language = languageOf(languages)
  const { heading, text, button } = words[language].question
  const form = `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click" /><button>${button}</button></form>`
  return page(language, heading, `<p>${escapeHtml(text(titleOf(event, language)))}</p>\n    ${form}`, nonce)
}

export function unsubscribedPage({ event, languages, nonce }: Asked): string {
  const language = languageOf(languages)
  const { heading, text } = words[language].done
  return page(language, heading, `<p>${escapeHtml(text(titleOf(event, language)))}</p>`, nonce)
}

const languageOf = (languages: string | undefined) => (acceptedLanguage(languages, ['en', 'de']) === 'de' ? 'de' : 'en')

const titleOf = (event: EventName, language: 'en' | 'de') => words[language].titles[event] ?? eventCatalogue[event].title

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
