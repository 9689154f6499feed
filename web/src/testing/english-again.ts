import { i18n } from '@lingui/core'
import { afterAll } from 'vitest'

// Files of a worker share their modules: a language that one of them loaded must not translate what the next one looks for.
afterAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
