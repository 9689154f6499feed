import { themeDesign } from '@twofold/contract/mail-design/themes'
import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parse, parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import { systemThemes } from '../themes/system-themes.ts'
import { TemplateError } from './template-error.ts'
import { fillLink } from './link-address.ts'
import { type MailToRender, renderByShape, type RenderedMail, renderMail, renderWhole } from './render.ts'
import { systemTemplates } from '../templates/system-templates.ts'
import { samplesOf } from '../templates/template-variables.ts'

const data = { 'user.name': 'Ann', 'link.url': 'https://vault.example.org/x?a=1&token=Zk3v9QmX7u' }
const template = { subject: 'Hello {{ user.name }}', html_content: '<p>Hello {{ user.name }}</p>', text_content: '' }
const design = themeDesign.parse({})
function mail(more: Partial<MailToRender> = {}) {
  const input = { template, design, data, appName: 'Twofold', appUrl: 'https://vault.example.org', language: 'en', ...more }
  const rendered = renderMail(input)
  return { ...rendered, ...fillLink(rendered, String(input.data['link.url'] ?? '')) }
}
const content = (html_content: string, more: Partial<MailToRender> = {}) => mail({ template: { ...template, html_content }, ...more })

describe('no name changes what an e-mail is made of', () => {
  const everywhere = {
    subject: '{{ user.name }} and {{ user.name }}',
    html_content: `<h1>Hello {{ user.name }}</h1>
      <p title="x {{ user.name }}" class=note id={{ user.name }}>{{ user.name }} {{ user.name | newline_to_br }}.</p>
      <p><a class="button" href="https://x.example/?q={{ user.name }}">Go, {{ user.name }}!</a></p>
      <table class="facts"><tr><th>Name</th><td>{{ user.name | upcase }}</td></tr></table>`,
    text_content: '',
  }
  const nasty = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...Array.from('<>"\'&=`-![]/{}%|;:#() \t\r\n\u0000\u2028\u202E\u200Baé😀')) }),
    fc.constantFrom(
      '</td></tr></table>',
      '--><script>alert(1)</script>',
      '<![endif]-->',
      '"><img src=x onerror=alert(1)>',
      "' style='x",
      'x onload=alert(1)',
      '</title><style>',
      '{{ link.url }}',
      '{% include "x" %}',
      '&lt;b&gt;',
      ']]>',
      'javascript:alert(1)',
    ),
  )
  const withName = (name: string, design?: MailToRender['design']) =>
    mail({ template: everywhere, design, data: { ...data, 'user.name': name } })

  test.each([undefined, ...systemThemes.map(({ design }) => design)])('theme %#', (design) => {
    const usual = withName('Ann', design)
    fc.assert(
      fc.property(nasty, (name) => {
        // `newline_to_br` is asked to break lines: the one change of shape that a value may make.
        const { subject, html, text } = withName(name.replaceAll(/[\r\n\u0085\u2028\u2029]/g, ' '), design)
        expect(shapeOf(html)).toEqual(shapeOf(usual.html))
        expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        expect(text.split('\n')).toHaveLength(usual.text.split('\n').length)
      }),
      { numRuns: 60 },
    )
  })

  type Node = DefaultTreeAdapterMap['node']

  /** Elements with the names of their attributes, inside the comments for Outlook too; no texts, no values. */
  function shapeOf(html: string): unknown {
    return children(parse(html))
  }

  function children(node: Node): unknown[] {
    return 'childNodes' in node ? node.childNodes.flatMap(element) : []
  }

  function element(node: Node): unknown[] {
    if ('data' in node) return [['comment', ...children(parseFragment(node.data.replace(/^\[if mso\]>|<!\[endif\]$/g, '')))]]
    return 'tagName' in node ? [[node.tagName, node.attrs.map(({ name }) => name).toSorted(), ...children(node)]] : []
  }
})

describe('values in the data are text', () => {
  test('in the HTML it is escaped once, in subject and text not at all', () => {
    const { subject, html, text } = mail({ data: { ...data, 'user.name': 'Ann & <Bo>' } })
    expect(subject).toBe('Hello Ann & <Bo>')
    expect(html).toContain('>Hello Ann &amp; &lt;Bo&gt;</p>')
    expect(text).toContain('Hello Ann & <Bo>')
  })

  test('a link that is none leads nowhere, in the drawing for Outlook too', () => {
    const { html, text } = content('<a class="button" href="{{ link.url }}">Go</a>', { data: { 'link.url': 'java\nscript:alert(1)' } })
    expect(html).toContain('href="#"')
    expect(html + text).not.toMatch(/java\s*script/)
  })

  test('an attribute that nobody quoted keeps its value whole', () => {
    const { html } = content('<p title={{ user.name }}>x</p>', { data: { 'user.name': 'a onclick=b style=color:red' } })
    expect(html).toContain('<p title="a onclick=b style=color:red"')
  })
})

describe('the text part', () => {
  test('is derived when there is none: links and details readable, without the theme and what is hidden', () => {
    const html = `<h1>Hi</h1><p>Read <a href="https://x.example/a">this</a>.</p><p><a class="button" href="{{ link.url }}">Go on</a></p>
      <table class="facts"><tr><th>When</th><td>now</td></tr><tr><th>Where</th><td>here</td></tr></table>
      <div style="display: none">hidden</div><img src="https://x.example/a.png" alt="picture">`
    expect(content(html, { unsubscribeUrl: 'https://x.example/u' }).text).toBe(
      [
        'Hi\n\nRead this (https://x.example/a).',
        'Go on:\nhttps://vault.example.org/x?a=1&token=Zk3v9QmX7u',
        'When: now\nWhere: here',
        '-- \nTwofold\nhttps://vault.example.org\nUnsubscribe: https://x.example/u\n',
      ].join('\n\n'),
    )
  })

  test('breaks no link, however long', () => {
    const url = `https://x.example/${'a'.repeat(500)}`
    expect(content('<p>a {{ link.url }} b</p>', { data: { 'link.url': url } }).text).toContain(` ${url} `)
  })

  test('is the written one when there is one', () => {
    expect(mail({ template: { ...template, text_content: 'Hi {{ user.name }}, {{ link.url }}' } }).text).toBe(
      `Hi Ann, ${data['link.url']}\n`,
    )
  })
})

describe('the HTML part', () => {
  test('shows the first words behind the subject, hidden in the e-mail and absent from the text', () => {
    const { html, text } = content(
      '<h1>Title</h1><p>First <a href="{{ link.url }}">words</a>.</p><p><a class="button" href="https://x">Go</a></p>',
    )
    expect(html).toMatch(/<div class="preheader" style="display:none[^>]*>First words\./)
    expect(text.match(/First/g)).toHaveLength(1)
  })

  test('shows no address there, as what is cut off could not be redacted', () => {
    expect(content('<p>Go to {{ link.url }} now.</p>').html).toMatch(/<div class="preheader"[^>]*>Go to now\./)
  })

  test('carries its styles on its elements, and in the head only what some clients apply', () => {
    const { html } = content('<style>p{letter-spacing:3px}@media (max-width:9px){p{color:red}}</style><p>x</p>')
    expect(html).toMatch(/<p style="[^"]*letter-spacing: ?3px/)
    const [, head] = /<style data-css-inline="keep">(.*?)<\/style>/s.exec(html) ?? []
    expect(head).toContain('@media (max-width:9px){p{color:red}}')
    expect(head).toContain('@media (prefers-color-scheme:dark)')
    expect(head).toContain('[data-ogsc] ')
    expect(head).not.toContain('letter-spacing')
  })

  test('without a theme is what the template says, in a bare document', () => {
    const { html } = mail({ design: undefined, template: { ...template, html_content: '<p style="color:red">x</p>' }, language: 'he' })
    expect(html).toContain('<html lang="he" dir="rtl"')
    expect(html).toMatch(/<div role="article"[^>]*>\s*<p style="color:red">x<\/p>\s*<\/div>\s*<\/body>/)
    expect(html).not.toContain('Sent by')
  })

  test('names nothing that would be fetched', () => {
    const custom_css = '@import url(https://x);p{background:url(https://x)}'
    const { html } = content('<style>@import "https://x";p{background:url(https://x)}</style><p>x</p>', {
      design: themeDesign.parse({ custom_css }),
    })
    expect(html).not.toMatch(/https:\/\/x|url\(|@import/)
  })
})

test('an empty subject is the name of the installation', () => {
  expect(mail({ template: { ...template, subject: '{{ nothing }}' } }).subject).toBe('Twofold')
})

test('a template that cannot be rendered says so by name', () => {
  expect(() => content('{% include "x" %}')).toThrow(TemplateError)
})

describe('parts that are kept from one e-mail to the next never show: each is byte for byte what it would be if it were the first', () => {
  const values = fc.oneof(
    fc.string({ unit: fc.constantFrom(...Array.from('<>"\'&=`-![]/{}%|;:#() \t\r\n\u0000\u00A0\u2028\u202E\u200Baé😀\uE000\uE001')) }),
    fc.lorem({ maxCount: 4 }),
    fc.webUrl({ withQueryParameters: true }),
    fc.integer(),
    fc.constantFrom(
      '',
      ' ',
      ' x',
      'x ',
      'a  b',
      'lt;',
      'javascript:alert(1)',
      '-->',
      '\uE0000\uE001',
      'https://x.example/a b',
      '#x3c;b',
      'a\u200Bb',
    ),
  )
  const pieces = fc.constantFrom(
    '<p>{{ user.name }}</p>',
    '{{ user.name }}',
    '<a class="button" href="{{ link.url }}">Open</a>',
    '<a class="button" href="{{ link.url }}">{{ user.name }}</a>',
    '<a href="https://x.example/?a=1&amp;b={{ user.name }}&c={{ link.url }}">{{ link.url }}</a>',
    '<a href={{ link.url }}>x</a>',
    '<a href="{{ link.url }}">{{ link.url }}</a>',
    '<a href="{{ user.name }}:{{ link.url }}" title="{{ user.name }}">x</a>',
    '<table class="facts"><tr><th>{{ user.name }}</th><td>{{ link.url | truncate: 9 }}</td></tr></table>',
    '<table>{{ user.name }}<tr><td>x</td></tr></table>',
    '<pre>{{ user.name }}\n</pre>',
    '<h2>{{ user.name }}</h2><ul><li>{{ user.name }}</li></ul><blockquote>{{ link.url }}</blockquote>',
    '<p class="{{ user.name }}">x</p>',
    '<p {{ user.name }}>x</p>',
    '<{{ user.name }}>x</p>',
    '&{{ user.name }} &#{{ user.name }}; &amp;{{ user.name }}',
    '<!-- {{ user.name }} --><script>{{ user.name }}</script><title>{{ user.name }}</title>',
    '<style>.a{color:{{ user.name }}}</style>',
    '<style>a[href^="https"]{color:red}</style>',
    '<p style="color:{{ user.name }}">x</p>',
    '<img src="{{ link.url }}" alt="{{ user.name }}">',
    '{% if user.name == "x" %}<b>x</b>{% else %}<i>{{ user.name | upcase }}</i>{% endif %}',
    '{{ user.name | newline_to_br }}',
    '{{ user.name | newline_to_br | upcase }}',
    '{% assign lines = user.name | newline_to_br %}{% if lines == "x" %}y{% endif %}{{ lines }}',
    '{% assign parts = user.name | newline_to_br | split: "" %}{% for part in parts %}{{ part }}{% endfor %}',
    '</div></td></table>{{ user.name }}',
    '\uE000',
  )
  const mails = fc.record({
    template: fc.record({
      subject: fc.constantFrom('Hello {{ user.name }}', '{{ link.url }}', ''),
      html_content: fc.array(pieces, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
      text_content: fc.constantFrom('', 'Hello {{ user.name }}'),
    }),
    design: fc.constantFrom(undefined, ...systemThemes.map(({ design }) => design)),
    data: fc.record({ 'user.name': values, 'link.url': values }),
    unsubscribeUrl: fc.option(fc.constantFrom('https://x.example/u?t=1&x="<>', 'https://x.example/u?t=2'), { nil: undefined }),
  })
  const rest = { appName: 'Two & "fold"', appUrl: 'https://vault.example.org', language: 'en' }

  /** Also a refusal is the same: a link in the wrong place. */
  function outcomeOf(render: () => RenderedMail): unknown {
    try {
      return render()
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      return error.message
    }
  }

  test('whatever the template and the values', () => {
    fc.assert(
      fc.property(mails, (input) => {
        expect(outcomeOf(() => renderMail({ ...input, ...rest }))).toEqual(outcomeOf(() => renderWhole({ ...input, ...rest })))
      }),
      { numRuns: 400 },
    )
  }, 300_000)

  test('system templates do profit from it', () => {
    for (const template of systemTemplates) {
      const input = {
        template,
        design,
        data: { ...samplesOf([template.event]), 'app.name': rest.appName },
        ...rest,
      }
      expect(renderByShape(input), template.slug).toBeDefined()
    }
  })
})
