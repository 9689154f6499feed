import { newPasswordField } from '@twofold/contract/accounts'
import { ConfigError, readTogether } from './config-together.ts'
import type { Variables } from './config-variables.ts'

/** This installation's registration with a provider. */
export interface ClientRegistration {
  clientId: string
  clientSecret: string
}

export interface IdentityProviders {
  google?: ClientRegistration
  facebook?: ClientRegistration
  /** Any OpenID Connect issuer. */
  oidc?: ClientRegistration & { issuer: string; name: string }
}

/** The first administrator, where the configuration makes one. */
export function readAdmin(read: Variables): { email: string; password: string } | undefined {
  const password = read.ADMIN_PASSWORD
  if (read.ADMIN_EMAIL === undefined && password === undefined) return undefined
  if (read.ADMIN_EMAIL === undefined) throw new ConfigError('ADMIN_PASSWORD is set, but ADMIN_EMAIL is not.')
  if (password === undefined) throw new ConfigError('ADMIN_EMAIL is set, but neither ADMIN_PASSWORD nor ADMIN_PASSWORD_FILE is.')
  const wrong = newPasswordField.safeParse(password).error?.issues[0]
  if (wrong !== undefined) throw new ConfigError(`The password of the administrator does not fit. ${wrong.message}.`)
  return { email: read.ADMIN_EMAIL, password }
}

export function readIdentityProviders(read: Variables): IdentityProviders {
  const google = readTogether({ GOOGLE_CLIENT_ID: read.GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET: read.GOOGLE_CLIENT_SECRET })
  const facebook = readTogether({ FACEBOOK_CLIENT_ID: read.FACEBOOK_CLIENT_ID, FACEBOOK_CLIENT_SECRET: read.FACEBOOK_CLIENT_SECRET })
  const oidc = readTogether({
    OIDC_ISSUER: read.OIDC_ISSUER,
    OIDC_CLIENT_ID: read.OIDC_CLIENT_ID,
    OIDC_CLIENT_SECRET: read.OIDC_CLIENT_SECRET,
  })
  return {
    ...(google && { google: { clientId: google.GOOGLE_CLIENT_ID, clientSecret: google.GOOGLE_CLIENT_SECRET } }),
    ...(facebook && { facebook: { clientId: facebook.FACEBOOK_CLIENT_ID, clientSecret: facebook.FACEBOOK_CLIENT_SECRET } }),
    ...(oidc && {
      oidc: { issuer: oidc.OIDC_ISSUER, name: read.OIDC_NAME, clientId: oidc.OIDC_CLIENT_ID, clientSecret: oidc.OIDC_CLIENT_SECRET },
    }),
  }
}
