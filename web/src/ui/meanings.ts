import { CircleAlert } from './icons/CircleAlert.ts'
import { CircleCheck } from './icons/CircleCheck.ts'
import { Info } from './icons/Info.ts'
import { TriangleAlert } from './icons/TriangleAlert.ts'

/** The sign of each meaning, since color never speaks alone. */
export const meanings = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info } as const
