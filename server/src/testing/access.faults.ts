import { test } from 'vitest'
import { checkAccess } from './access-machine.ts'

test('whoever may see a code sees it, and nobody else ever does, in 10,000 random steps', () => checkAccess(50, 200))
