import { test } from 'vitest'
import { checkAccess } from './access-machine.ts'

test('whoever may see a code sees it, and nobody else ever does, in 300 random steps', () => checkAccess(3, 100), 240_000)
