/** Pieces that the system templates are put together from. What comes out is plain HTML with Liquid, to be edited by administrators. */

export function greeting(sentence: string): string {
  return `<p>Hello {{ user.name | default: "there" }}, ${sentence}</p>`
}

export function paragraph(text: string): string {
  return `<p>${text}</p>`
}

/** Advice in case it was not the recipient: set apart, as the most important part of such an e-mail. */
export function note(text: string): string {
  return `<p class="note">${text}</p>`
}

export function button(label: string, variable: 'link.url' | 'app.url', path = ''): string {
  return `<p class="actions"><a class="button" href="{{ ${variable} }}${path}">${label}</a></p>`
}

/** The address itself, for programs that show no button. Left out of the text part, which has it already. */
export function spelledOut(): string {
  return '<p class="muted spelled-out">If the button does not work, open this address in your browser: <a href="{{ link.url }}">{{ link.url }}</a></p>'
}

/** Details in two columns. A row given as `[label, value, variable]` appears only if the variable has a value. */
export function facts(...rows: (readonly [label: string, value: string, onlyWith?: string])[]): string {
  const lines = rows.map(([label, value, onlyWith]) => {
    const row = `  <tr><th scope="row">${label}</th><td>${value}</td></tr>`
    return onlyWith === undefined ? row : `  {% unless ${onlyWith} == blank or ${onlyWith} == "Unknown" %}\n${row}\n  {% endunless %}`
  })
  return `<table class="facts" cellpadding="0" cellspacing="0">\n${lines.join('\n')}\n</table>`
}

export function html(heading: string, ...parts: string[]): string {
  return [`<h1>${heading}</h1>`, ...parts].join('\n')
}
