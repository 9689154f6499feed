import { CircleAlert, CircleCheck, Info, TriangleAlert } from './icons.generated.ts'

/** The sign of each meaning, since color never speaks alone. */
export const meanings = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info } as const
