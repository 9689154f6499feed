import { Suspense } from 'react'
import { latePart } from '../lib/late-part.ts'
import type { MaintenanceScreenProps } from './MaintenanceScreen.tsx'

/** Files are served during maintenance, too. */
const MaintenanceScreen = latePart(() => import('./MaintenanceScreen.tsx').then((module) => module.MaintenanceScreen))

/** The screen in place of all others during maintenance, which few people ever see. */
export const MaintenanceGate = (props: MaintenanceScreenProps) => (
  <Suspense>
    <MaintenanceScreen {...props} />
  </Suspense>
)
