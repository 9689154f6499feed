import { expect } from '@playwright/test'
import { enter } from '../people.ts'
import { button, heading, type Screen } from './screen.ts'

const list = '/admin/email/templates'
const detail = `${list}/key-shared`

export const emailTemplateScreens: Screen[] = [
  {
    name: 'email-templates',
    async show(page, { admin }) {
      await enter(page, admin, list)
      await page.getByLabel('Select All').check()
      await expect(button(page, /^Deactivate Selected/)).toBeVisible()
    },
  },
  {
    name: 'email-template-create',
    async show(page, { admin }) {
      await enter(page, admin, list)
      await button(page, 'Create Template').click()
      await expect(page.getByRole('textbox', { name: 'HTML Content *' })).toBeVisible()
    },
  },
  {
    name: 'email-template-preview',
    async show(page, { admin }) {
      await enter(page, admin, `${list}?search=key`)
      await button(page, /^Preview: /)
        .first()
        .click()
      await expect(page.getByRole('dialog').getByRole('region', { name: 'Text' })).toBeVisible()
    },
  },
  {
    name: 'email-template',
    async show(page, { admin }) {
      await enter(page, admin, detail)
      await heading(page, 'Recent Email Logs')
      await expect(
        page
          .getByRole('table')
          .or(page.getByRole('heading', { name: 'No mails yet' }))
          .first(),
      ).toBeVisible()
      await page.getByText('Sample values', { exact: true }).click()
      await page.getByLabel('key.name').fill('Code host')
      await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'email-template-html',
    async show(page, { admin }) {
      await enter(page, admin, `${detail}?tab=html`)
      await button(page, 'Edit HTML content').click()
      await page.keyboard.press('Control+End')
      await page.keyboard.insertText('<a href="">{{ nothing.here }}</a>')
      await expect(page.getByText('This link leads nowhere.')).toBeVisible()
    },
  },
  {
    name: 'email-template-versions',
    async show(page, { admin }) {
      await enter(page, admin, `${detail}?view=versions`)
      await heading(page, 'Versions')
      await expect(
        page
          .getByRole('table')
          .or(page.getByRole('heading', { name: 'Never changed' }))
          .first(),
      ).toBeVisible()
    },
  },
  {
    name: 'email-template-translation',
    async show(page, { admin }) {
      await enter(page, admin, `${detail}?view=translations&language=de`)
      await expect(page.getByRole('textbox', { name: 'HTML content' })).toBeVisible()
    },
  },
]
