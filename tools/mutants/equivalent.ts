import { equivalentsOfServices } from './equivalent-services.ts'
import { always, type Exclusion } from './exclusion.ts'

const http = 'server/src/platform/http'
const markup = 'server/src/mail-design/markup'

const byZod = 'Zod, to which the schema is left then, writes the same. It only takes longer.'

/** Mutants that no test could kill. An entry that matches no mutant fails `npm run mutants`. */
export const equivalents: readonly Exclusion[] = [
  ...equivalentsOfServices,
  {
    file: `${http}/rate-limit.ts`,
    line: 'if (limiter === undefined) throw new Error(`There is no rate limit named ${name}.`)',
    changes: ['limiter === undefined → false'],
    because: always,
  },
  {
    file: `${http}/limit-keys.ts`,
    line: "const sent = /^Bearer (\\S+)$/i.exec(request.headers.authorization ?? '')?.[1]",
    changes: ["request.headers.authorization ?? '' → request.headers.authorization", "'' → '?'"],
    because: 'Neither the word undefined nor a question mark is a bearer token.',
  },
  {
    file: `${http}/turns.ts`,
    line: 'const owner = accountId ?? (session === undefined ? undefined : owners.get(session))',
    changes: ['session === undefined → false'],
    because: 'Nobody is remembered for no session.',
  },
  {
    file: `${http}/turns.ts`,
    line: "if (owners.size >= mostSessions) owners.delete(owners.keys().next().value ?? '')",
    changes: ["owners.keys().next().value ?? '' → owners.keys().next().value", "'' → '?'"],
    because: always,
  },
  {
    file: `${http}/turns.ts`,
    line: 'if (waiting !== undefined) await waiting',
    changes: ['waiting !== undefined → true'],
    because: 'It saves a turn of the microtask queue.',
  },
  {
    file: 'server/src/platform/fair-share.ts',
    line: 'const queue = who === undefined ? undefined : queues.get(who)',
    changes: ['who === undefined → false'],
    because: 'Nobody has no queue.',
  },
  {
    file: 'server/src/platform/fair-share.ts',
    line: 'if (who === undefined || queue === undefined || waiter === undefined) return',
    changes: [
      'who === undefined || queue === undefined || waiter === undefined → (who === undefined || queue === undefined) && (waiter === undefined)',
      'who === undefined || queue === undefined → (who === undefined) && (queue === undefined)',
    ],
    because: 'Whoever is found has a queue with somebody in it; whoever is not has neither.',
  },
  {
    file: 'server/src/platform/fair-share.ts',
    line: 'clearTimeout(timer)',
    changes: ['clearTimeout(timer) → (removed)'],
    because: 'What was settled cannot be rejected, and who has left a queue cannot leave it: the timer only lasts longer.',
  },
  {
    file: 'server/src/platform/fair-share.ts',
    line: 'if (left > 0) used.set(who, left)',
    changes: ['left > 0 → true', 'left > 0 → (left) >= (0)'],
    because: 'Using none and not being listed are the same; the list only grows.',
  },
  {
    file: 'server/src/platform/fair-share.ts',
    line: 'if (queues.size > 0) startNext()',
    changes: ['queues.size > 0 → true', 'queues.size > 0 → (queues.size) >= (0)'],
    because: 'Where nobody waits nobody is found: it only takes longer.',
  },
  {
    file: `${http}/counted-address.ts`,
    line: "const withoutZone = address.split('%')[0] ?? address",
    changes: ["address.split('%')[0] ?? address → address.split('%')[0]"],
    because: always,
  },
  {
    file: `${http}/counted-address.ts`,
    line: 'const [high = 0, low = 0] = groups.slice(6)',
    changes: ['0 → 1'],
    because: always,
  },
  {
    file: `${http}/same-site.ts`,
    line: 'if (origin === undefined) return false',
    changes: ['origin === undefined → false', 'false → true'],
    because: 'Without an origin it is asked for a request only that a browser has marked in another way, and no address is undefined.',
  },
  {
    file: `${http}/handle.ts`,
    line: 'const parts: Parts = checked instanceof Promise ? await checked : checked',
    changes: ['checked instanceof Promise → true'],
    because: 'It saves a turn of the microtask queue.',
  },
  {
    file: `${http}/validate.ts`,
    line: 'if (waiting !== undefined) await waiting',
    changes: ['waiting !== undefined → true'],
    because: 'It saves a turn of the microtask queue.',
  },
  {
    file: `${http}/validate.ts`,
    line: 'if (errors.isFull()) return undefined',
    changes: ['errors.isFull() → false'],
    because: 'More errors are dropped: it only takes longer.',
  },
  {
    file: `${http}/validate.ts`,
    line: 'if (items < longLists) return finish(check(schema, body, errors))',
    changes: ['items < longLists → false', 'items < longLists → (items) <= (longLists)'],
    because: 'Both ways give the same answer: one lets others go first.',
  },
  {
    file: `${http}/validate.ts`,
    line: 'const longLists = 200',
    changes: ['200 → 201'],
    because: 'Both ways give the same answer: one lets others go first.',
  },
  {
    file: 'server/src/platform/json-meter.ts',
    line: 'const count = (commas[depth] ?? 0) + 1',
    changes: ['commas[depth] ?? 0 → commas[depth]', '0 → 1'],
    because: always,
  },
  {
    file: 'server/src/platform/json-meter.ts',
    line: 'if (values > limits.values || (depth > 0 && count > (mostCommas[depth] ?? 0))) throw new TooManyParts()',
    changes: ['mostCommas[depth] ?? 0 → mostCommas[depth]', '0 → 1'],
    because: always,
  },
  {
    file: `${markup}/sanitize-content.ts`,
    line: 'allowVulnerableTags: true,',
    changes: ['true → false'],
    because: 'It only keeps the library from printing a warning.',
  },
  {
    file: `${markup}/sanitize-content.ts`,
    line: "exclusiveFilter: ({ tag, text }) => tag === 'style' && styles.push(text) > 0,",
    changes: ['styles.push(text) > 0 → (styles.push(text)) >= (0)'],
    because: 'There always is one after one was added.',
  },
  {
    file: `${markup}/sanitize-content.ts`,
    line: "allowedSchemes: ['http', 'https', 'mailto'],",
    changes: ["['http', 'https', 'mailto'] → []"],
    because: 'A second fence behind isPicture and safeHref, which have decided already.',
  },
  {
    file: `${markup}/sanitize-content.ts`,
    line: "allowedSchemesAppliedToAttributes: ['src'],",
    changes: ["['src'] → []"],
    because: 'A second fence behind isPicture, which has decided already.',
  },
  {
    file: `${markup}/sanitize-content.ts`,
    line: 'allowProtocolRelative: false,',
    changes: ['false → true'],
    because: 'A second fence behind isPicture, which has decided already.',
  },
  {
    file: `${markup}/sanitize-content.ts`,
    line: "attribs: { ...attribs, ...(classes === '' ? {} : { class: classes }), ...(declarations === '' ? {} : { style: declarations }) },",
    changes: ["classes === '' → false", "declarations === '' → false"],
    because: 'The library drops empty attributes.',
  },
  {
    file: `${markup}/serialize-mail.ts`,
    line: '} else if (defaultTreeAdapter.isElementNode(node)) writeElement(node, writer)',
    changes: ['defaultTreeAdapter.isElementNode(node) → true'],
    because: 'What is left is the type of the document, which has no namespace and is dropped as foreign.',
  },
  {
    file: `${markup}/escape-markup.ts`,
    line: 'const replaced = (characters: RegExp) => (text: string) => text.replace(characters, (character) => names[character] ?? character)',
    changes: ['names[character] ?? character → names[character]'],
    because: always,
  },
  {
    file: `${markup}/link-address.ts`,
    line: 'if (!carriesLink(html) && !carriesLink(text)) return { html, text }',
    changes: ['!carriesLink(html) && !carriesLink(text) → false'],
    because: 'There is nothing to replace: it only takes longer.',
  },
  {
    file: `${markup}/quote-attributes.ts`,
    line: 'if (!/=\\s*[^\\s"\'>]*\\{\\{/.test(source)) return source',
    changes: ['!/=\\s*[^\\s"\'>]*\\{\\{/.test(source) → false'],
    because: 'There is nothing to quote: it only takes longer.',
  },
  {
    file: 'server/src/mail-rules/mappings/quiet-hours.ts',
    line: "const [hours = 0, minutes = 0] = time.split(':').map(Number)",
    changes: ['0 → 1'],
    because: always,
  },
  {
    file: 'server/src/mail-rules/mappings/quiet-hours.ts',
    line: 'const part = (type: string) => Number(parts.find((found) => found.type === type)?.value ?? 0)',
    changes: ['parts.find((found) => found.type === type)?.value ?? 0 → parts.find((found) => found.type === type)?.value', '0 → 1'],
    because: always,
  },
  {
    file: `${http}/compile-json-writer.ts`,
    line: "if (type === 'string') return ofKind((value) => typeof value === 'string', JSON.stringify)",
    changes: ["type === 'string' → false"],
    because: byZod,
  },
  {
    file: `${http}/compile-json-writer.ts`,
    line: "if (type === 'number') return ofKind(Number.isFinite, String)",
    changes: ["type === 'number' → false"],
    because: byZod,
  },
  {
    file: `${http}/compile-json-writer.ts`,
    line: "if (type === 'boolean') return ofKind((value) => typeof value === 'boolean', String)",
    changes: ["type === 'boolean' → false"],
    because: byZod,
  },
  {
    file: `${http}/compile-json-writer.ts`,
    line: "if (type === 'enum' || type === 'literal') return oneOf(schema._zod.values)",
    changes: [
      "type === 'enum' || type === 'literal' → false",
      "type === 'enum' || type === 'literal' → (type === 'enum') && (type === 'literal')",
    ],
    because: byZod,
  },
  {
    file: `${http}/compile-json-writer.ts`,
    line: "if (type === 'default') return always(inner.fits, inner.write)",
    changes: ["type === 'default' → false"],
    because: byZod,
  },
  {
    file: `${http}/compile-json-writer.ts`,
    line: 'return result.success ? JSON.stringify(result.data) : undefined',
    changes: ['result.success → true'],
    because: 'Where it fails there is no data, which JSON.stringify answers with undefined.',
  },
  {
    file: `${http}/json-writer-parts.ts`,
    line: 'const texts = new Map([...(values ?? [])].map((value) => [value, JSON.stringify(value)]))',
    changes: ['values ?? [] → values'],
    because: always,
  },
  {
    file: `${http}/admit.ts`,
    line: "return findPrincipal(app, request, reply, credentials, { isPoll: options.isPoll ?? false, isRead: endpoint.method === 'GET', find })",
    changes: ['options.isPoll ?? false → options.isPoll'],
    because: 'Undefined and false mean the same there: only the type checker asks for one of them.',
  },
]
