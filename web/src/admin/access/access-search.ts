import type { AccessQuestion } from '@twofold/contract/admin/access'

/* Parses the search of the screen's address. It is in the first script, so it imports types only. */

export const accessQuestions: readonly AccessQuestion[] = ['access', 'showings', 'secrets', 'one_holder', 'unused']
