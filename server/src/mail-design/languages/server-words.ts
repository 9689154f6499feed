import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventName } from '@twofold/contract/events'

/** A sentence in the language of a reader; the sentence itself where there is no translation. */
export type Say = (sentence: string) => string

/** Texts of the server itself: in the frame of an e-mail, and on the few pages outside the web application. */
export interface ServerWords {
  footer: {
    sentBy: string
    unsubscribe: string
    /** Line of the text part, before the address. */
    unsubscribeInText: string
  }
  /** The page behind the unsubscribe link. */
  unsubscribe: {
    question: { heading: string; text: string; button: string }
    done: { heading: string; text: string }
  }
  providerTest: { subject: string; greeting: string; text: string }
  /** Replaces an expired preview. */
  previewGone: { title: string; text: string }
}

/** Placeholder for the kind of an e-mail. */
const kind = '{{ kind }}'

export const serverWords = (say: Say, event?: EventName): ServerWords => {
  const withKind = (text: string) => (event === undefined ? text : text.replace(kind, () => say(eventCatalogue[event].title)))
  return {
    footer: {
      sentBy: say('Sent by'),
      unsubscribe: say('Unsubscribe from e-mails like this one'),
      unsubscribeInText: say('Unsubscribe'),
    },
    unsubscribe: {
      question: { heading: say('Unsubscribe'), text: withKind(say(`Stop e-mails about “${kind}”?`)), button: say('Unsubscribe') },
      done: {
        heading: say('Unsubscribed'),
        text: withKind(say(`You no longer get e-mails about “${kind}”. You can turn them on again in your profile.`)),
      },
    },
    providerTest: {
      subject: say('Test of your e-mail provider – {{ app.name }}'),
      greeting: say('Hello {{ user.name }},'),
      text: say(
        'this is a test of the e-mail provider “{{ provider.name }}”, asked for on {{ event.time }}. That you read it means that it works.',
      ),
    },
    previewGone: { title: say('Preview'), text: say('This preview has expired. Open it again.') },
  }
}

/** All of their sentences, and the names of the kinds of optional e-mail. */
export function serverSentences(): string[] {
  const said = new Set<string>()
  serverWords((sentence) => {
    said.add(sentence)
    return sentence
  })
  for (const { title, ...definition } of Object.values(eventCatalogue)) if (definition.class === 'optional') said.add(title)
  return [...said]
}
