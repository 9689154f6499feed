import type { MessageDescriptor } from '@lingui/core'
import type { ImportFormat } from '../entries/source-file.ts'
import { aegis } from './aegis.ts'
import { andOtp, andOtpEncrypted } from './andotp.ts'
import { battleNet, duo, lastPass, steam, twofauth } from './authenticators.ts'
import { anyJson, linksInJson } from './any-json.ts'
import { authenticatorExtension } from './authenticator-extension.ts'
import { authme } from './authme.ts'
import { authy, authyJson } from './authy.ts'
import { bitwarden } from './bitwarden.ts'
import { ente } from './ente.ts'
import { freeOtp, freeOtp2, freeOtpPlus } from './freeotp.ts'
import { keePass, keePassXml } from './keepass.ts'
import { authenticatorPlus, enteLinks, googleLinks, links, linksInText, winAuth } from './links.ts'
import { credentialExchange } from './credential-exchange.ts'
import { enpassTable, keeperTable } from './paired-tables.ts'
import { roboFormTable } from './roboform.ts'
import { safeInCloud } from './safe-in-cloud.ts'
import { delinea } from './delinea.ts'
import { dashlane, enpass, keeper, vipAccess } from './more-managers.ts'
import { otpAuth } from './otp-auth.ts'
import { onePassword, onePasswordOld, protonPass } from './password-managers.ts'
import * as tables from './password-tables.ts'
import { passman, passmanTable } from './passman.ts'
import { authenticatorPlusDatabase, googleDatabase, microsoftDatabase } from './phone-databases.ts'
import { protonAuthenticator } from './proton-authenticator.ts'
import { psono } from './psono.ts'
import { raivo } from './raivo.ts'
import { sailOtp, sailOtpEncrypted } from './sailotp.ts'
import { stratum, stratumDatabase, stratumEncrypted } from './stratum.ts'
import { totpAuthenticator, totpAuthenticatorEncrypted } from './totp-authenticator.ts'
import { twofas } from './twofas.ts'
import { twofold } from './twofold.ts'
import { winAuthFile } from './winauth.ts'

/**
 * Every format, in the order in which a file is compared with them: what says for certain what it is comes first, and what can only be
 * recognized by its looks comes last.
 */
export const importFormats = [
  twofold,
  keePass,
  stratumEncrypted,
  freeOtp2,
  otpAuth,
  googleDatabase,
  microsoftDatabase,
  stratumDatabase,
  authenticatorPlusDatabase,
  authenticatorPlus,
  winAuth,
  enteLinks,
  googleLinks,
  links,
  vipAccess,
  authy,
  battleNet,
  totpAuthenticator,
  freeOtp,
  keePassXml,
  safeInCloud,
  delinea,
  winAuthFile,
  onePasswordOld,
  aegis,
  twofas,
  ente,
  bitwarden,
  credentialExchange,
  enpass,
  keeper,
  dashlane,
  psono,
  passman,
  sailOtp,
  protonAuthenticator,
  freeOtpPlus,
  stratum,
  lastPass,
  steam,
  onePassword,
  protonPass,
  authyJson,
  authenticatorExtension,
  authme,
  raivo,
  duo,
  twofauth,
  andOtp,
  anyJson,
  linksInJson,
  passmanTable,
  keeperTable,
  enpassTable,
  tables.bitwardenTable,
  tables.lastPassTable,
  roboFormTable,
  tables.protonPassTable,
  tables.keePassTable,
  tables.appleTable,
  tables.onePasswordTable,
  tables.nordPassTable,
  tables.buttercupTable,
  tables.dashlaneTable,
  tables.chromeTable,
  tables.anyTable,
  linksInText,
  sailOtpEncrypted,
  totpAuthenticatorEncrypted,
  andOtpEncrypted,
] as const satisfies readonly ImportFormat[]

export type FormatName = (typeof importFormats)[number]['name']

/** An application, with what to export in it. */
export interface KnownFormat {
  name: FormatName
  help: MessageDescriptor
}

const isGeneral = ({ name }: KnownFormat) => name === 'links' || name === 'a table'

/** By name, with formats of no application last. */
export const knownFormats = (): KnownFormat[] =>
  (importFormats as readonly ImportFormat<FormatName>[])
    .flatMap(({ name, help }) => (help ? [{ name, help }] : []))
    .toSorted((one, other) => Number(isGeneral(one)) - Number(isGeneral(other)) || one.name.localeCompare(other.name))
