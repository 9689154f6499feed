import type { AccessQuestion } from '@twofold/contract/admin/access'

/* What the address of the screen is read with. It is in the first script, so it imports types only. */

export const accessQuestions: readonly AccessQuestion[] = ['access', 'showings', 'secrets', 'one_holder', 'unused']
