import { test } from 'vitest'
import { checkAccess } from './access-machine.ts'

test('a person with access to a code sees it, and nobody else ever does, in 10,000 random steps', () => checkAccess(50, 200))
