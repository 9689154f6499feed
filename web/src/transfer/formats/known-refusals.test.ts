import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromBase64, toBytes, toHex } from '../opening/bytes.ts'
import { managerVaults } from '../opening/manager-vaults.ts'
import { failureOf, readTransfer } from '../read-file.ts'
import type { KnownRefusal } from '../opening/transfer-failure.ts'
import { failureText } from '../transfer-texts.ts'

const fixtures = import.meta.glob<string>('../fixtures/formats/*', { query: '?raw', import: 'default' })
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const password = 'open sesame é'
const open = async (file: string) => fromBase64((await fixtures[`../fixtures/formats/${file}`]?.()) ?? '')
const failure = (reading: Promise<unknown>) => reading.then(() => 'read', failureOf)

describe('files that nobody else can open', () => {
  const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  test.each([
    [
      'authy_iphone',
      toBytes(
        '<?xml version="1.0"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x">\n<plist><dict><key>com.authy.tokens</key></dict></plist>',
      ),
      'x.plist',
    ],
    ['authy_iphone', bytes('62706c697374303061757468790000'), 'x.plist'],
    ['keepass_1', bytes('03d9a29a65fb4bb5030000000200030000000000'), 'old.kdb'],
    [
      'steam_encrypted',
      toBytes('{"encrypted":true,"entries":[{"encryption_iv":"a","encryption_salt":"b","filename":"1.maFile"}]}'),
      'manifest.json',
    ],
    [
      'steam_encrypted',
      toBytes('{"version":1,"entries":[{"filename":"1.maFile","steam_id":1,"account_name":"ann","encryption":{"salt":"b"}}]}'),
      'manifest.json',
    ],
    [
      'steam_list',
      toBytes('{"version":1,"entries":[{"filename":"1.maFile","steam_id":1,"account_name":"ann","encryption":null}]}'),
      'manifest.json',
    ],
    [
      'winauth_settings',
      toBytes('<?xml version="1.0" encoding="utf-8"?>\n<WinAuth version="3.6">\n<data encrypted="u" sha1="A1">01000000D0</data></WinAuth>'),
      'winauth.xml',
    ],
    [
      'winauth_settings',
      toBytes(
        '<?xml version="1.0" encoding="utf-8"?>\n<WinAuth version="2.0"><authenticator><secretdata encrypted="y">0A0B</secretdata></authenticator></WinAuth>',
      ),
      'winauth.xml',
    ],
    ['dashlane_encrypted', bytes('2431246172676f6e3264243136'), 'backup.dash'],
    ['dashlane_encrypted', toBytes('JDEkYXJnb24yZCQxNiQzJDMyNzY4JDI='), 'export.txt'],
    ['browser_storage', bytes(`${'00'.repeat(40)}57fb808b247547db`), 'anything'],
    ['browser_storage', toBytes('MANIFEST-000001\n'), 'CURRENT'],
    ['browser_storage', bytes('a1b2c3d40000'), 'leveldb/000003.log'],
    ['iphone_backup', bytes('62706c69737430304261636b75704b6579426167'), 'Manifest.plist'],
    ['rsa_token', toBytes('<?xml version="1.0"?>\n<TKNBatch><TKNHeader/></TKNBatch>'), 'token.sdtid'],
    ['rsa_token', toBytes('com.rsa.securid://ctf?ctfData=2000123'), 'token.txt'],
    ['okta_verify', toBytes('<?xml version="1.0"?>\n<map><string name="pkg">com.okta.android.auth</string></map>'), 'prefs.xml'],
    ['okta_verify', toBytes("<?xml version='1.0'?>\n<map></map>"), 'com.okta.android.auth_preferences.xml'],
    ['salesforce_authenticator', bytes(`62706c69737430${toHex(toBytes('com.salesforce.authenticator'))}`), 'x.plist'],
    ['zoho_oneauth', toBytes('<?xml version="1.0"?>\n<map />'), 'com.zoho.accounts.oneauth_preferences.xml'],
    ['sophos_authenticator', toBytes('<?xml version="1.0"?>\n<map />'), 'com.sophos.sophtoken.xml'],
    ['sophos_intercept', toBytes('<?xml version="1.0"?>\n<map />'), 'com.sophos.smsec.xml'],
    ['saaspass', toBytes('<?xml version="1.0"?>\n<map><string name="a">com.example.saaspass</string></map>'), 'prefs.xml'],
    ['step_two', bytes(`62706c69737430${toHex(toBytes('com.NeilSardesai.Step-Two-Mac'))}`), 'x.plist'],
    ['tofu', bytes(`62706c69737430${toHex(toBytes('com.calleerlandsson.Tofu'))}`), 'x.plist'],
    ['yubico_authenticator', toBytes('{"loader":1}'), 'com.yubico.yubioath.json'],
    ...[
      ['authy', 'com.authy.authy'],
      ['microsoft_storage', 'com.azure.authenticator'],
      ['duo_mobile', 'com.duosecurity.duomobile'],
      ['entrust_identity', 'com.entrust.identityGuard.mobile'],
      ['symantec_vip', 'com.verisign.mvip.main'],
      ['rsa_authenticator', 'com.rsa.securid'],
      ['ibm_verify', 'com.ibm.security.verifyapp'],
      ['ping_id', 'prod.com.pingidentity.pingid'],
      ['oracle_authenticator', 'oracle.idm.mobile.authenticator'],
      ['forti_token', 'com.fortinet.android.ftm'],
      ['watchguard_authpoint', 'com.watchguard.authpoint'],
      ['yandex_key', 'ru.yandex.key'],
      ['google_storage', 'com.google.android.apps.authenticator2'],
      ['aegis_storage', 'com.beemdevelopment.aegis'],
      ['twofas_storage', 'com.twofasapp'],
      ['ente_storage', 'io.ente.auth'],
      ['proton_storage', 'proton.android.authenticator'],
      ['raivo_storage', 'com.finnwea.Raivo'],
      ['lastpass_storage', 'com.lastpass.authenticator'],
      ['bitwarden_mobile', 'com.x8bit.bitwarden'],
    ].map(([app = '', identifier]): [string, Uint8Array, string] => [
      app,
      toBytes(`<?xml version="1.0"?>\n<map><boolean name="a" value="true" /></map>`),
      `${identifier}_preferences.xml`,
    ]),
    ['one_password_vault', toBytes('{"SL5":"A1","list":[]}'), 'default/encryptionKeys.js'],
    ['one_password_vault', toBytes('{"uuid":"A1","typeName":"webforms.WebForm","encrypted":"U2FsdGVkX1"}'), 'A1.1password'],
    ['lastpass_vault', toBytes('LPAV\0\0\0\u00034'), 'vault'],
    ['lastpass_vault', toBytes('TFBBVgAAAAMxNzFBVFZS'), 'vault.txt'],
    ['bitwarden_vault', toBytes('{"stateVersion":72,"global_account_accounts":{"a":{"email":"ann@example.org"}}}'), 'data.json'],
    ['bitwarden_vault', toBytes('{"global":{"stateVersion":4},"authenticatedAccounts":["a"],"a":{}}'), 'data.json'],
    ['enpass_vault', Uint8Array.from({ length: 4096 }, (_, at) => (at * 7919) % 251), 'vault.enpassdb'],
    ['roboform_vault', bytes('6f6e6502'), 'backup.rfo'],
    ['keeper_vault', bytes('e2ff10f7'), 'keeper-backup.dat'],
    ['keeper_vault', toBytes('{"encryptedRecords":"AAAA"}'), 'keeper_export.json'],
    ['nordpass_vault', bytes('e2ff10f7'), 'nordpass.bin'],
    ['msecure_vault', toBytes('mSecure'), 'backup.msim'],
    ['password_safe_vault', toBytes('PWS3abc'), 'pwsafe'],
    ['buttercup_vault', toBytes('b~>buttercup/a'), 'vault'],
    ['sticky_password_vault', bytes('e2ff10f7'), 'a.spdb'],
    ['kaspersky_vault', bytes('e2ff10f7'), 'a.edb'],
    ['psono_vault', toBytes(`{"nonce":"${'0a'.repeat(24)}","text":"${'1b'.repeat(40)}"}`), 'export.json.encrypted'],
    [
      'passky_vault',
      toBytes('{"encrypted":true,"passwords":[{"website":"a","username":"b","password":"c","message":"d"}]}'),
      'passky.json',
    ],
    ['otpclient_vault', toBytes('anything'), 'otpclient-db.enc'],
    ['padloc_vault', toBytes('{"version":1,"cipher":"aes","mode":"ccm","salt":"a","adata":"b","ct":"c"}'), 'padlock.json'],
    ['safe_in_cloud_vault', bytes('e2ff10f7'), 'SafeInCloud_2026.db'],
    ['apple_keychain', bytes('6b7963680001000000000014'), 'login.keychain-db'],
    ['samsung_pass', toBytes('MTIzNDU2Nzg5MDEyMzQ1Njc4OTA='), 'data.spass'],
    ['okta_activation', toBytes('oktaverify://ann@example.org/?t=a&f=b&s=https://example.org\n'), 'links.txt'],
    ['microsoft_activation', toBytes('phonefactor://activate_account?code=1&url=https%3A%2F%2Fexample.org\n'), 'links.txt'],
    ['duo_activation', toBytes('duo://abc-def\n'), 'links.txt'],
    ['entrust_activation', toBytes('igmobileotp://?action=secactivate&enc=a\n'), 'links.txt'],
    ['pgp', toBytes('-----BEGIN PGP MESSAGE-----\n\nwQMDAADSAgEA\n-----END PGP MESSAGE-----\n'), 'data.pgp'],
    ['android_backup', toBytes('ANDROID BACKUP\n5\n1\nAES-256\n'), 'backup.ab'],
    ['microsoft_cloud', bytes('62706c6973743030636f6d2e6d6963726f736f66742e41757468656e74696361746f72'), 'x.plist'],
    ['one_password_vault', toBytes('ld({"A1":{"uuid":"A1","o":"x"}});'), 'band_0.js'],
    ['other_archive', bytes('377abcaf271c0004'), 'x.7z'],
    ['sqlcipher', Uint8Array.from({ length: 4096 }, (_, at) => (at * 7919) % 251), 'authenticator.db3'],
    [
      'account_restricted',
      toBytes('{"encrypted":true,"passwordProtected":false,"encKeyValidation_DO_NOT_EDIT":"2.a|b|c","items":[]}'),
      'bw.json',
    ],
  ])('are recognized: %s', async (expected, content, name) => {
    expect(await failure(readTransfer(content, { name, password }))).toBe(expected)
  })

  test('an export that only mentions one of these applications is read', async () => {
    const link = 'otpauth://totp/com.okta.android.auth:ann?secret=GEZDGNBVGY3TQOJQ&issuer=com.okta.android.auth'
    expect((await readTransfer(toBytes(`${link}\n`), { name: 'com.okta.android.auth.txt' })).entries).toHaveLength(1)
    expect((await readTransfer(toBytes(`oktaverify://a/?t=b\n${link}\n`))).entries.some(({ ok }) => ok)).toBe(true)
  })

  test('storage of an application that is read as an export is no storage', async () => {
    const read = await readTransfer(toBytes((await fixtures['../fixtures/formats/authy.xml']?.()) ?? ''), {
      name: 'com.authy.authy_preferences.xml',
      password,
    })
    expect(read.format).toBe('Authy')
  })

  test('a database that is locked to its phone says so', async () => {
    expect(await failure(readTransfer(await open('google-db-locked.base64')))).toBe('google_encrypted')
    expect(await failure(readTransfer(await open('microsoft-db-locked.base64')))).toBe('microsoft_encrypted')
  })

  test('a KeePass database with a cipher of some plugin says so', async () => {
    const file = await open('keepass-3.kdbx.base64')
    file.set(
      new Uint8Array(16).fill(7),
      file.findIndex((_, at) => toHex(file.subarray(at, at + 4)) === '31c1f2e6'),
    )
    expect(await failure(readTransfer(file, { password }))).toBe('keepass_cipher')
  })

  test('a PDF that is protected, or has no pictures, says so', async () => {
    const pdf = (trailer: string) =>
      toBytes(`%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R ${trailer}>>\n%%EOF\n`)
    expect(await failure(readTransfer(pdf('/Encrypt 2 0 R ')))).toBe('pdf_encrypted')
    expect(await failure(readTransfer(pdf('')))).toBe('pictures_without_codes')
  })

  test('each has a sentence of its own, which says what to do instead', () => {
    const known: KnownRefusal[] = [
      'authy_iphone',
      'google_encrypted',
      'microsoft_encrypted',
      'microsoft_cloud',
      'keepass_1',
      'keepass_cipher',
      'key_file',
      'sqlite_log',
      'steam_encrypted',
      'winauth_settings',
      'dashlane_encrypted',
      'browser_storage',
      'iphone_backup',
      'rsa_token',
      'pgp',
      'yubico_authenticator',
      'okta_verify',
      'salesforce_authenticator',
      'zoho_oneauth',
      'sophos_authenticator',
      'sophos_intercept',
      'saaspass',
      'step_two',
      'tofu',
      'authy',
      'microsoft_storage',
      'duo_mobile',
      'entrust_identity',
      'symantec_vip',
      'rsa_authenticator',
      'ibm_verify',
      'ping_id',
      'oracle_authenticator',
      'forti_token',
      'watchguard_authpoint',
      'yandex_key',
      'google_storage',
      'aegis_storage',
      'twofas_storage',
      'ente_storage',
      'proton_storage',
      'raivo_storage',
      'lastpass_storage',
      'bitwarden_mobile',
      ...(Object.keys(managerVaults) as (keyof typeof managerVaults)[]),
      'apple_keychain',
      'samsung_pass',
      'okta_activation',
      'microsoft_activation',
      'duo_activation',
      'entrust_activation',
      'android_backup',
      'one_password_vault',
      'sqlcipher',
      'other_archive',
      'pdf_encrypted',
      'pictures_without_codes',
      'no_codes_in_table',
    ]
    const sentences = known.map(failureText)
    expect(new Set(sentences).size).toBe(known.length)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\. [A-Z].*\.$|: .*\.$/)
  })
})
