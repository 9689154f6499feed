import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** How the server names a browser or program that says only what it runs on. */
export const devicePatterns: readonly (readonly [pattern: string, descriptor: MessageDescriptor])[] = [
  ['Unknown device', msg`Unknown device`],
  ['A browser on {system}', msg`A browser on {system}`],
  ['{browser} on {system}', msg`{browser} on {system}`],
]

/**
 * What the checks that look through templates and style sheets say: `{name}` stands for any text. It reaches the page as an English sentence, as all
 * complaints about fields do (decision 0017). The first pattern that fits counts.
 */
export const complaintPatterns: readonly (readonly [pattern: string, descriptor: MessageDescriptor])[] = [
  ['{problem} (line {line}, column {column})', msg`{problem} (line {line}, column {column})`],
  ['{problem} It is left out.', msg`{problem} It is left out.`],
  ['There is no variable "{name}" here.', msg`There is no variable "{name}" here.`],
  ['The tag "{name}" is not available here.', msg`The tag "{name}" is not available here.`],
  ['The filter "{name}" is not available here.', msg`The filter "{name}" is not available here.`],
  ['The template takes too long or becomes too large.', msg`The template takes too long or becomes too large.`],
  [
    'The style sheet is too large: {declarations} declarations for {elements} elements.',
    msg`The style sheet is too large: {declarations} declarations for {elements} elements.`,
  ],
  ['The mail becomes too long with its styles.', msg`The e-mail becomes too long with its styles.`],
  ['The template is too long.', msg`The template is too long.`],
  ['The template becomes too long.', msg`The template becomes too long.`],
  ['The template has more than {most} tags and outputs.', msg`The template has more than {most} tags and outputs.`],
  [
    'The template has more than {most} characters in tags and outputs.',
    msg`The template has more than {most} characters in tags and outputs.`,
  ],
  ['Blocks are nested deeper than {most} levels.', msg`Blocks are nested deeper than {most} levels.`],
  ['This template cannot be used.', msg`This template cannot be used.`],
  ['The template cannot be rendered.', msg`The template cannot be rendered.`],
  [
    'A value may stand in text or in the value of an attribute, not in the name of an element or attribute.',
    msg`A value can be used in text or in the value of an attribute, not in the name of an element or attribute.`,
  ],
  ['A link cannot be used like this.', msg`A link cannot be used like this.`],
  ['A link may not be kept in a variable.', msg`A link may not be kept in a variable.`],
  ['A link may not be looped over.', msg`A link may not be looped over.`],
  ['A link may not decide what a mail says.', msg`A link may not decide what an e-mail says.`],
  [
    'A link may not stand in the subject: others see it in lists and on locked screens.',
    msg`The subject cannot contain a link: others see it in lists and on locked screens.`,
  ],
  ['A link can only be written as it is: no filter may change it.', msg`A link can only be written as it is: no filter may change it.`],
  ['A link has to stand alone on its line.', msg`Put each link alone on its line.`],
  [
    'A link may only be the whole href of an <a>, or the whole text of an element.',
    msg`A link may only be the whole address of a link element, or the whole text of an element.`,
  ],
  [
    'A one-time link may only be the whole address of a link or the whole text of an element.',
    msg`A one-time link may only be the whole address of a link or the whole text of an element.`,
  ],
  ['A filter may not change a one-time link.', msg`A filter may not change a one-time link.`],
  ['Outlook knows no flex and no grid: use a table.', msg`Outlook knows no flex and no grid: use a table.`],
  ['Outlook ignores float: use a table.', msg`Outlook ignores float: use a table.`],
  ['Outlook shows no gradients: give a background-color as well.', msg`Outlook shows no gradients: give a background-color as well.`],
  ['Outlook ignores max-width: give a width as well.', msg`Outlook ignores max-width: give a width as well.`],
  [
    '{text} on {ground} is hard to read: {ratio} to 1, and 4.5 is needed.',
    msg`{text} on {ground} is hard to read: {ratio} to 1, and 4.5 is needed.`,
  ],
  [
    "{text} without a background of its own cannot be read where the reader's device is dark.",
    msg`{text} without a background of its own cannot be read where the reader’s device is dark.`,
  ],
  [
    'On {ground} light text of a dark device cannot be read: give a color as well.',
    msg`On {ground} light text of a dark device cannot be read: give a color as well.`,
  ],
  [
    '{label}: contrast {ratio} to 1, where {wanted} to 1 can be read well.',
    msg`{label}: contrast {ratio} to 1, where {wanted} to 1 can be read well.`,
  ],
  ['The text', msg`The text`],
  ['Headings', msg`Headings`],
  ['Links', msg`Links`],
  ['The text of buttons', msg`The text of buttons`],
  ['The name in the header', msg`The name in the header`],
  ['<{name}> is not available in mails and is left out.', msg`The element {name} is not available in e-mails and is left out.`],
  ['This cannot be read as CSS.', msg`This cannot be read as CSS.`],
  ['This is not available.', msg`This is not available.`],
  ['@{name} is not available; @media is.', msg`@{name} is not available; @media is.`],
  ['This selector is not available.', msg`This selector is not available.`],
  ['Nesting is not available.', msg`Nesting is not available.`],
  ['The property "{name}" is not available.', msg`The property "{name}" is not available.`],
  ['Nothing may be loaded: url() is not available.', msg`Nothing may be loaded: url() is not available.`],
  ['The function {name}() is not available.', msg`The function {name}() is not available.`],
  ['The value cannot be read.', msg`The value cannot be read.`],
  ['The text contains characters that are not available.', msg`The text contains characters that are not available.`],
  ['Escapes are not available.', msg`Escapes are not available.`],
]
