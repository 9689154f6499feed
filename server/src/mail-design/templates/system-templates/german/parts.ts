/** Pieces of the German mails whose words differ; the rest is made of the pieces that every language has (../parts.ts). */
export interface TranslatedTexts {
  /** Liquid in text. */
  subject: string
  /** Liquid in HTML. */
  html: string
}

export function greeting(sentence: string): string {
  return `<p>Guten Tag{% unless user.name == blank %} {{ user.name }}{% endunless %}, ${sentence}</p>`
}

export function spelledOut(): string {
  return '<p class="muted spelled-out">Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse in Ihrem Browser: <a href="{{ link.url }}">{{ link.url }}</a></p>'
}

/** A moment as German writes it; the filter alone names the month in English. */
export const moment = (variable: string) => `{{ ${variable} | date: "%-d.%-m.%Y, %H:%M" }} Uhr (UTC)`
