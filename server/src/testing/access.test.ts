import { test } from 'vitest'
import { checkAccess } from './access-machine.ts'

test('a person with access to a code sees it, and nobody else ever does, in 300 random steps', () => checkAccess(3, 100), 240_000)
