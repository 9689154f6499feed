import {
  getTemplateVersion,
  listTemplateTranslations,
  listTemplateVersions,
  putTemplateTranslation,
  removeTemplateTranslation,
  restoreTemplateVersion,
  type TemplateTranslation,
  type TemplateVersion,
} from '@twofold/contract/mail-design/template-versions'
import { checkDraft, previewTemplate } from '@twofold/contract/mail-design/template-previews'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import type { Said } from '../../testing/example.ts'
import { button, expectEditorFocused } from '../../testing/fields.ts'
import { expectAddress } from '../../testing/open.tsx'
import { refusal, serve } from '../../testing/server.ts'
import { editorOf, openTemplate, pageWith, expectPreview, serveTemplate } from '../../testing/templates.ts'

const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()

test('every change is a version: who, what and when, compared line by line, and restored', async () => {
  serveTemplate()
  const by = { id: 'ada', name: 'Ada Example' }
  let versions: Said<TemplateVersion>[] = [
    { number: 2, changes: ['html_content'], changed_by: by, is_current: true },
    { number: 1, changes: [], changed_by: by },
  ]
  serve(listTemplateVersions, () => ({ success: true, versions }))
  serve(getTemplateVersion, {
    version: { number: 1 },
    differences: {
      html_content: [
        { kind: 'same', text: '<p>Hello</p>', old_line: 1, new_line: 1 },
        { kind: 'added', text: '<p>Second</p>', old_line: null, new_line: 2 },
      ],
    },
  })
  const restored = serve(restoreTemplateVersion, () => {
    versions = [
      { number: 3, changes: ['html_content'], changed_by: by, is_current: true },
      ...versions.map((one) => ({ ...one, is_current: false })),
    ]
    return { success: true, message: 'Version 1 restored' }
  })
  await openTemplate('?view=versions')
  const newest = page.getByRole('table', { name: 'Versions' }).getByRole('row').nth(1)
  await expect.element(newest).toMatchTextContent(/HTML content/)
  await expect.element(newest).toMatchTextContent(/Ada Example/)
  await expect.element(newest).toMatchTextContent(/Current/)
  await expect.element(button('Restore version 2')).toHaveAttribute('aria-disabled', 'true')
  await button('Compare version 1').click()
  await expectAddress(/version=1/)
  const dialog = page.getByRole('dialog', { name: 'Version 1' })
  await expect.element(dialog.getByRole('group', { name: 'Differences: HTML content' })).toMatchTextContent(/Added: <p>Second<\/p>/)
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await button('Restore version 1').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await says('Version 1 restored')
  await expect.element(newest).toMatchTextContent(/Version 3/)
  expect(restored.map(({ params }) => params.number)).toEqual([1])
})

/** Translations as the server keeps them: one that has changed since is not written over. */
function serveTranslations() {
  const kept = new Map<string, Said<TemplateTranslation>>()
  let saves = 0
  const keep = (language: string, translation: Said<TemplateTranslation>) => {
    saves += 1
    kept.set(language, { ...translation, language, updated_at: `2026-01-01T00:00:0${saves}.000Z` })
  }
  serve(listTemplateTranslations, () => ({ success: true, translations: [...kept.values()] }))
  serve(putTemplateTranslation, ({ params: { language }, body: { updated_at, ...content } }) => {
    if ((kept.get(language)?.updated_at ?? null) !== updated_at) return refusal('email.template_changed')
    keep(language, content)
    return { success: true, message: 'Translation saved' }
  })
  serve(removeTemplateTranslation, ({ params: { language } }) => {
    kept.delete(language)
    return { success: true, message: 'Translation removed' }
  })
  return { kept, keep }
}

test('a template is translated, and the translation shown, marked when the template changes, and removed', async () => {
  const { template } = serveTemplate()
  const { kept, keep } = serveTranslations()
  await openTemplate('?view=translations')
  await page.getByLabelText('Language', { exact: true }).fill('German')
  await button('Add language').click()
  await says('Use a language such as de or pt-BR')
  await page.getByLabelText('Language', { exact: true }).fill('de')
  await button('Add language').click()
  await page.getByLabelText('Subject', { exact: true }).fill('Ein Hinweis')
  await expect.element(editorOf('HTML content')).toMatchTextContent(/Hello/)
  await expectAccessible()
  await editorOf('HTML content').fill('<p>Hallo {{ user.name }}</p>')
  await button('Save translation').click()
  await says('Translation saved')
  const written = kept.get('de')
  expect(written).toMatchObject({ subject: 'Ein Hinweis', html_content: '<p>Hallo {{ user.name }}</p>' })
  keep('de', { ...written, is_outdated: true })
  Object.assign(template, { languages: ['de'] })
  serve(previewTemplate, ({ body: { language } }) => ({ success: true, preview_url: pageWith(language === 'de' ? 'Hallo' : 'Hello') }))
  await openTemplate('?view=translations')
  await says('The template has changed since')
  await page.getByRole('tab', { name: 'Template', exact: true }).click()
  await page.getByRole('combobox', { name: 'Language' }).first().selectOptions('de')
  await expectPreview('Hallo')
  await page.getByRole('tab', { name: 'Translations' }).click()
  await button('Remove German').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await says('Translation removed')
  await expect.element(page.getByRole('heading', { name: 'No translations' })).toBeVisible()
})

test('two who translate at once: nobody writes over the other without knowing', async () => {
  serveTemplate()
  const { kept, keep } = serveTranslations()
  await openTemplate('?view=translations&language=de')
  await page.getByLabelText('Subject', { exact: true }).fill('Meiner')
  keep('de', { subject: 'Ihrer', html_content: '<p>Hallo</p>' })
  await button('Save translation').click()
  await expect.element(page.getByRole('region', { name: 'Their text' })).toMatchTextContent(/Ihrer/)
  await expect.element(page.getByLabelText('Subject', { exact: true })).toHaveValue('Meiner')
  expect(kept.get('de')?.subject).toBe('Ihrer')
  await button('Save mine').click()
  await says('Translation saved')
  await says('Meiner')
})

test('the form of a translation begins in its first field, says where it is wrong, and Cancel leads back to where it began', async () => {
  serveTemplate()
  const { keep } = serveTranslations()
  keep('de', { subject: 'Hinweis', html_content: '<p>Hallo {{ nobody }}</p>' })
  const wrong = {
    severity: 'error',
    kind: 'unknown_variable',
    field: 'html_content',
    message: 'No such variable',
    line: 1,
    column: 10,
  } as const
  serve(checkDraft, ({ body }) => ({ success: true, problems: body.html_content.includes('nobody') ? [wrong] : [] }))
  await openTemplate('?view=translations')
  await button('Edit German').click()
  const subject = page.getByLabelText('Subject', { exact: true })
  await expect.element(subject).toHaveFocus()
  await page.getByRole('button', { name: 'HTML, line 1, column 10' }).click()
  await expectEditorFocused(editorOf('HTML content'))
  await subject.fill('Ein Hinweis')
  await button('Cancel').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(subject).toHaveValue('Ein Hinweis')
  await button('Cancel').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(button('Edit German')).toHaveFocus()
})
