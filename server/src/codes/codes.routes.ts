import { generateCodes, nextCode } from '@twofold/contract/codes'
import { route } from '../platform/http/route.ts'
import type { App } from '../platform/http/route.ts'
import type { CodesService } from './codes.service.ts'

export function codesRoutes(app: App, codes: CodesService): void {
  route(app, generateCodes, { role: 'checked by the handler', limit: 'codes' }, ({ credentials, identify }) =>
    codes.generate(credentials, { identify, explainEnd: app.explainEnd }),
  )
  route(app, nextCode, { role: 'user', limit: 'write' }, ({ user, params }) => codes.next(user, params.id))
}
