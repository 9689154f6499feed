import { issuerMarks } from './issuer-marks.generated.ts'
import { plainIssuer } from './plain-issuer.ts'

/** Marks of services (CC0, of Simple Icons). They come with the application: nothing is fetched from elsewhere. */
const paths = new Map(issuerMarks.map(([title, outline]) => [plainIssuer(title), outline]))

/** The outline of a service's mark, in a square of 24 units; undefined for services without one. `issuer` as `issuerNames` gives it. */
export const iconPath = (issuer: string): string | undefined => paths.get(issuer)
