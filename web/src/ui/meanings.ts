import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'

/** The sign of each meaning, since colour never speaks alone. */
export const meanings = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info } as const
