import { checkDraft } from '@twofold/contract/mail-design/template-previews'
import { changeTemplateField } from '@twofold/contract/mail-design/template-changes'
import { listTemplates } from '@twofold/contract/mail-design/templates'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { button, expectEditorFocused, isUncovered } from '../../testing/fields.ts'
import { focus, pressEscape } from '../../testing/keyboard.ts'
import { expectAddress } from '../../testing/open.tsx'
import { refusal, serve } from '../../testing/server.ts'
import { listensTo } from '../../testing/vault-list.ts'
import { editorOf, openTemplate, expectPreview, serveTemplate } from '../../testing/templates.ts'

const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()
const panel = (name: string) => page.getByRole('region', { name, exact: true })

async function edit(name: string) {
  await button(`Edit ${name}`).click()
  await expectEditorFocused(editorOf(name))
}

test('a line is edited in its place: Enter saves, Esc cancels, each says so, and leaving asks first', async () => {
  const { saved } = serveTemplate()
  await openTemplate()
  await button('Edit Subject').click()
  await expect.element(page.getByLabelText('Subject', { exact: true })).toHaveFocus()
  await userEvent.keyboard(' for everybody')
  await pressEscape()
  await expect.element(panel('Subject Line').getByText('A subject', { exact: true })).toBeVisible()
  await expect.element(button('Edit Subject')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Subject', { exact: true })).toHaveFocus()
  await userEvent.keyboard('{End} today{Enter}')
  await says('Subject updated successfully')
  await expect.element(panel('Subject Line').getByText('A subject today')).toBeVisible()
  await button('Edit Description').click()
  await page.getByLabelText('Description', { exact: true }).fill('What it is for')
  await userEvent.keyboard('{Enter}')
  await says('Description updated successfully')
  expect(saved.map(({ body }) => body)).toEqual([
    { field: 'subject', value: 'A subject today', version: 1 },
    { field: 'description', value: 'What it is for', version: 2 },
  ])
  serve(changeTemplateField, refusal('request.invalid', {}, { errors: { value: ['This cannot be empty.'] } }))
  await button('Edit Subject').click()
  await page.getByLabelText('Subject', { exact: true }).fill(' ')
  await userEvent.keyboard('{Enter}')
  await says('Failed to update subject: This cannot be empty.')
  await expect.element(page.getByLabelText('Subject', { exact: true })).toHaveValue(' ')
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
})

/** The server's findings, by line. */
function problemsOf(html: string) {
  const lines = html.split('\n')
  const [unknown, empty] = [lines.findIndex((line) => line.includes('nothing.here')), lines.findIndex((line) => line.includes('href=""'))]
  const field = 'html_content' as const
  return [
    ...(unknown < 0
      ? []
      : [
          {
            severity: 'error' as const,
            kind: 'unknown_variable' as const,
            field,
            message: 'There is no variable "nothing.here" here.',
            line: unknown + 1,
            column: 4,
          },
        ]),
    ...(empty < 0
      ? []
      : [
          {
            severity: 'warning' as const,
            kind: 'empty_link' as const,
            field,
            message: 'This link leads nowhere.',
            line: empty + 1,
            column: 1,
          },
        ]),
  ]
}

const serveChecks = () =>
  serve(checkDraft, ({ body }) => ({ success: true, problems: problemsOf(body.html_content), variables: { 'user.email': 'Address' } }))

/** CodeMirror ignores keys for the first 75 ms of a list (`interactionDelay`), so that nobody accepts what they have not seen. */
async function untilListTakesKeys() {
  const shownAt = performance.now()
  await expect.poll(() => performance.now() - shownAt).toBeGreaterThan(75)
}

test('a check of the subject leads to its field, closed or open', async () => {
  serveTemplate()
  const problem = {
    severity: 'error',
    kind: 'unknown_variable',
    message: 'There is no variable "nobody" here.',
    line: 1,
    column: 3,
  } as const
  serve(checkDraft, { success: true, problems: [{ ...problem, field: 'subject' }], variables: {} })
  await openTemplate()
  const subject = page.getByLabelText('Subject', { exact: true })
  const goTo = panel('Checks').getByRole('button', { name: 'Subject, line 1, column 3' })
  for (const _ of ['closed', 'open']) {
    await goTo.click()
    await expect.element(subject).toHaveFocus()
  }
})

test('HTML is written by keyboard alone, with the variables of its events offered, checked at its line and saved', async () => {
  const { template } = serveTemplate()
  serveChecks()
  await openTemplate('?tab=html')
  await expect.element(button('Edit HTML content')).toBeVisible()
  await focus(button('Edit HTML content'))
  await userEvent.keyboard('{Enter}')
  await expectEditorFocused(editorOf('HTML content'))
  await userEvent.keyboard('{Control>}{End}{/Control}{Enter}<p>{{{{ user.ema')
  await expect.element(page.getByRole('listbox').getByRole('option', { name: /^user\.email/ })).toBeVisible()
  await untilListTakesKeys()
  await userEvent.keyboard('{Enter}')
  await expect.element(editorOf('HTML content')).toMatchTextContent('{{ user.email }}')
  await userEvent.keyboard('{Control>}{End}{/Control}{Enter}<a href="">Open</a>{Enter}{{{{ nothing.here }}')
  const checks = panel('Checks')
  await expect.element(checks.getByText('There is no variable "nothing.here" here.')).toBeVisible()
  await expect.element(checks.getByText('This link leads nowhere.')).toBeVisible()
  await expect.element(checks.getByText('1 error, 1 warning')).toBeVisible()
  serve(changeTemplateField, refusal('email.template_unsound', {}, { errors: { value: ['There is no variable "nothing.here" here.'] } }))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await says(/^Failed to update HTML content: There is no variable "nothing.here" here/)
  await checks.getByRole('button', { name: 'HTML, line 4, column 4' }).click()
  await expectEditorFocused(editorOf('HTML content'))
  await userEvent.keyboard('{Home}{Shift>}{End}{/Shift}{Delete}')
  serve(changeTemplateField, ({ body }) => {
    Object.assign(template, { html_content: body.value })
    return { success: true, template, message: 'HTML content updated successfully' }
  })
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await says('HTML content updated successfully')
  await expect.element(button('Edit HTML content')).toHaveFocus()
  expect(template.html_content).toBe('<p>Hello {{ user.name }}</p>\n<p>{{ user.email }}</p>\n<a href="">Open</a>\n')
})

test('a check leads to its line, and nothing lies over it', async () => {
  const lines = Array.from({ length: 12 }, (_, index) => `<p>Line ${index}</p>`)
  serveTemplate({ html_content: ['<a href="">Open</a>', ...lines].join('\n') })
  serveChecks()
  await openTemplate()
  await panel('Checks')
    .getByRole('button', { name: /^HTML, line 1,/ })
    .click()
  await expectEditorFocused(editorOf('HTML content'))
  await expect.poll(() => isUncovered(editorOf('HTML content').getByText('Open').element())).toBe(true)
})

test('Esc takes back what was typed into the HTML, and Undo brings it again, by the key Z from where the focus is', async () => {
  serveTemplate()
  await openTemplate('?tab=html')
  await edit('HTML content')
  await editorOf('HTML content').fill('<p>Other</p>')
  await says('Unsaved changes')
  await pressEscape()
  await expect.element(editorOf('HTML content')).toMatchTextContent('Hello')
  await button('Undo').click()
  await expect.element(editorOf('HTML content')).toMatchTextContent('Other')
  await pressEscape()
  await listensTo('z')
  await expect.element(button('Edit HTML content')).toHaveFocus()
  await userEvent.keyboard('z')
  await expect.element(editorOf('HTML content')).toMatchTextContent('Other')
})

test('typed text shows in the preview before it is saved, and leaving asks', async () => {
  const { saved } = serveTemplate()
  serve(listTemplates, {})
  await openTemplate('?tab=html')
  await edit('HTML content')
  await editorOf('HTML content').fill('<p>Not saved yet</p>')
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expectPreview('Not saved yet')
  const away = page.getByRole('link', { name: 'Templates', exact: true }).first()
  await away.click()
  const dialog = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('tab', { name: 'HTML', exact: true }).click()
  await expect.element(editorOf('HTML content')).toMatchTextContent('Not saved yet')
  await away.click()
  await dialog.getByRole('button', { name: 'Discard changes' }).click()
  await expectAddress('/admin/email/templates')
  expect(saved).toEqual([])
})

test('two who edit at once: nobody writes over the other without knowing', async () => {
  const { template, saved } = serveTemplate()
  await openTemplate('?tab=html')
  await edit('HTML content')
  await editorOf('HTML content').fill('<p>Mine</p>')
  Object.assign(template, { html_content: '<p>Theirs</p>', version: 2 })
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await says(/^Failed to update HTML content: Somebody else has changed this template/)
  await expect.element(page.getByRole('region', { name: 'Their text' })).toHaveTextContent('<p>Theirs</p>')
  await expect.element(editorOf('HTML content')).toMatchTextContent('Mine')
  await expectAccessible()
  await button('Save mine').click()
  await says('HTML content updated successfully')
  await expect.element(editorOf('HTML content')).toMatchTextContent('Mine')
  expect(saved.map(({ body }) => body.version)).toEqual([1, 2])
})

test('changes that the same person saved meanwhile in another field are no conflict', async () => {
  const { template } = serveTemplate()
  await openTemplate('?tab=html')
  await edit('HTML content')
  await editorOf('HTML content').fill('<p>First</p>')
  await page.getByRole('tab', { name: 'Text', exact: true }).click()
  await edit('Text content')
  await editorOf('Text content').fill('Second')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await says('Text content updated successfully')
  await page.getByRole('tab', { name: 'HTML', exact: true }).click()
  await editorOf('HTML content').click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await says('HTML content updated successfully')
  expect(template).toMatchObject({ html_content: '<p>First</p>', text_content: 'Second', version: 3 })
})
