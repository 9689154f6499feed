import { signInBody } from '@twofold/contract/sessions'
import { fieldComplaints } from '../lib/field-complaint.ts'

/** The first complaint about each field that is not right. Fetched when somebody begins to type: it brings zod. */
export const checkSignIn = (values: object) => fieldComplaints(signInBody, values)
