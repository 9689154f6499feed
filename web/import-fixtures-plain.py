"""Writes the fixtures of src/transfer/fixtures/plain: exports that are not encrypted, each as the source of its application writes it.

Uses the standard library only, and knows nothing of our readers. Beside each writer stands what it follows: a file of the application's public
source, or its documentation. Run: python3 import-fixtures-plain.py FOLDER
"""
import base64, csv, io, json, struct, sys, urllib.parse, zlib

folder = sys.argv[1]
RFC, HELLO, OTHER = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU"
raw = base64.b32decode
quote = lambda text: urllib.parse.quote(text, safe="")
HOST = f"otpauth://totp/Code%20host:ann%40example.org?secret={RFC}&issuer=Code%20host&algorithm=SHA512&digits=8&period=60"
BANK = f"otpauth://hotp/Bank:ann?secret={HELLO}&issuer=Bank&algorithm=SHA256&digits=7&counter=41"
GAMES = f"otpauth://steam/Games:ann?secret={OTHER}&issuer=Games"


def save(name, text):
    open(f"{folder}/{name}", "w", encoding="utf-8", newline="").write(text)


def save_json(name, value, **how):
    save(name, json.dumps(value, ensure_ascii=False, **how))


def save_table(name, rows, end="\n", all_quoted=False):
    out = io.StringIO()
    csv.writer(out, lineterminator=end, quoting=csv.QUOTE_ALL if all_quoted else csv.QUOTE_MINIMAL).writerows(rows)
    save(name, out.getvalue())


def png():
    """A red dot: https://www.w3.org/TR/png/"""
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0\xff\0\0")) + chunk(b"IEND", b"")


dot = base64.b64encode(png()).decode()

# Aegis: beemdevelopment/Aegis, VaultEntry.toJson, OtpInfo.toJson, VaultGroup.toJson; indented by four
aegis_entry = lambda kind, name, issuer, info, **more: {"type": kind, "uuid": f"00000000-0000-4000-8000-{name:0>12}", "name": name, "issuer": issuer, "note": "", "favorite": False, "icon": None, "info": info, "groups": [], **more}
team = "11111111-1111-4111-8111-111111111111"
save_json("aegis.json", {"version": 1, "header": {"slots": None, "params": None}, "db": {"version": 3, "entries": [
    aegis_entry("totp", "ann@example.org", "Code host", {"secret": RFC, "algo": "SHA512", "digits": 8, "period": 60}, note="work", favorite=True, icon=dot, icon_mime="image/png", icon_hash="0" * 64, groups=[team]),
    aegis_entry("hotp", "ann", "Bank", {"secret": HELLO, "algo": "SHA256", "digits": 7, "counter": 41}),
    aegis_entry("steam", "ann", "Games", {"secret": OTHER, "algo": "SHA1", "digits": 5, "period": 30}),
    aegis_entry("motp", "ann", "Old", {"secret": RFC, "algo": "MD5", "digits": 6, "period": 10, "pin": "1234"}),
], "groups": [{"uuid": team, "name": "Team"}], "icons_optimized": True}}, indent=4)

# 2FAS: twofas/2fas-android, BackupContent and BackupService (schema 4); the order is that of `order`
twofas_service = lambda place, name, secret, otp, **more: {"name": name, "secret": secret, "updatedAt": 1700000000000, "otp": {"link": None, "label": f"{name}:{otp['account']}", "issuer": name, **otp, "source": "Link"}, "order": {"position": place}, "icon": {"selected": "IconCollection", "iconCollection": {"id": "a5b3fb65-4ec5-43e6-8ec1-49e24ca9e7ad"}}, **more}
save_json("2fas-4.2fas", {"services": [
    twofas_service(2, "Games", OTHER, {"account": "ann", "digits": 5, "period": 30, "algorithm": "SHA1", "tokenType": "STEAM"}),
    twofas_service(0, "Code host", RFC, {"account": "ann@example.org", "digits": 8, "period": 60, "algorithm": "SHA512", "tokenType": "TOTP"}, groupId="g1"),
    twofas_service(1, "Bank", HELLO, {"account": "ann", "digits": 7, "algorithm": "SHA256", "counter": 41, "tokenType": "HOTP"}),
], "groups": [{"id": "g1", "name": "Team", "isExpanded": True, "updatedAt": 1700000000000}], "updatedAt": 1700000000000, "schemaVersion": 4, "appVersionCode": 5000029, "appVersionName": "5.4.5", "appOrigin": "android"})
# twofas/2fas-ios, ExchangeData2: what is as usual is left out
save_json("2fas-ios.2fas", {"schemaVersion": 2, "appOrigin": "ios", "appVersionCode": 50000, "appVersionName": "3.20.0", "services": [
    {"name": "Code host", "secret": RFC, "type": "Unknown", "otp": {"account": "ann@example.org", "issuer": "Code host", "digits": 8, "period": 60, "algorithm": "SHA512", "tokenType": "TOTP"}, "order": {"position": 0}, "groupId": "g1"},
    {"name": "Plain", "secret": HELLO, "type": "ManuallyAdded", "otp": {}, "order": {"position": 1}}], "groups": [{"id": "g1", "name": "Team"}]})

# andOTP: andOTP/andOTP, Entry.toJSON
andotp_entry = lambda secret, issuer, label, digits, kind, algorithm, tags=(), **more: {"secret": secret, "issuer": issuer, "label": label, "digits": digits, "type": kind, "algorithm": algorithm, "thumbnail": "Default", "last_used": 1700000000000, "used_frequency": 3, **more, "tags": list(tags)}
save_json("andotp.json", [andotp_entry(RFC, "Code host", "ann@example.org", 8, "TOTP", "SHA512", ["Team"], period=60), andotp_entry(HELLO, "Bank", "ann", 7, "HOTP", "SHA256", counter=41), andotp_entry(OTHER, "Games", "ann", 5, "STEAM", "SHA1")])

# Ente Auth: ente-io/ente, mobile/apps/auth Code.toOTPAuthUrlFormat: the display is a parameter of its own
def ente(kind, issuer, account, secret, settings, **display):
    shown = {"pinned": False, "trashed": False, "lastUsedAt": 0, "tapCount": 0, "tags": [], "note": "", "iconSrc": "", "iconID": "", "position": 0, **display}
    return f"otpauth://{kind}/{quote(issuer)}:{quote(account)}?{settings}&issuer={quote(issuer)}&secret={secret}&codeDisplay={quote(json.dumps(shown, separators=(',', ':')))}"


save("ente.txt", "\n".join([
    ente("totp", "Code host", "ann@example.org", RFC, "algorithm=SHA512&digits=8&period=60", tags=["Team"], note="work", pinned=True),
    ente("hotp", "Bank", "ann", HELLO, "algorithm=SHA256&digits=7&counter=41&period=30"),
    ente("steam", "Games", "ann", OTHER, "algorithm=SHA1&digits=5&period=30"),
    ente("totp", "Gone", "ann", RFC, "algorithm=SHA1&digits=6&period=30", trashed=True)]))

# Proton Authenticator: protonpass/proton-pass-common, proton-authenticator/src/entry/export.rs
proton_link = lambda issuer, account, secret, settings: f"otpauth://totp/{quote(account)}?secret={secret}&issuer={quote(issuer)}&{settings}"
save_json("proton-authenticator.json", {"version": 1, "entries": [
    {"id": "a", "content": {"uri": proton_link("Code host", "ann@example.org", RFC, "algorithm=SHA512&digits=8&period=60"), "entry_type": "Totp", "name": "ann@example.org"}, "note": "work"},
    {"id": "b", "content": {"uri": f"steam://{OTHER}", "entry_type": "Steam", "name": "Games"}, "note": None}]})

# Duo Mobile on Android: beemdevelopment/Aegis, docs of its importer (files/duokit/accounts.json)
save_json("duo.json", [
    {"name": "ann@example.org", "accountName": "Code host", "otpGenerator": {"otpSecret": RFC}, "accountType": "OtpAccount", "logoUri": "android.resource://x"},
    {"name": "ann", "otpGenerator": {"otpSecret": HELLO, "counter": 41}, "accountType": "OtpAccount"},
    {"name": "Work", "pkey": "AB", "host": "api-x.duosecurity.com", "accountType": "DuoAccount", "otpGenerator": None}])

# LastPass Authenticator: protonpass/proton-pass-common, proton-authenticator/src/parser/lastpass.rs; ente-io/ente, import/lastpass_import.dart
lastpass = lambda place, folder, issuer, user, secret, step, digits, algorithm, favourite=False: {"accountID": f"id{place}", "issuerName": issuer, "originalIssuerName": issuer, "userName": user, "originalUserName": user, "pushNotification": False, "secret": secret, "timeStep": step, "digits": digits, "creationTimestamp": 1700000000000 + place, "isFavorite": favourite, "algorithm": algorithm, "folderData": {"folderId": folder, "position": place}}
save_json("lastpass-authenticator.json", {"deviceId": "x", "deviceSecret": "", "localDeviceId": "y", "deviceName": "Phone", "version": 3, "accounts": [
    lastpass(1, 0, "Plain", "ann", HELLO, 30, 6, "SHA1"), lastpass(0, 2, "Code host", "ann@example.org", RFC, 60, 8, "SHA512", True)],
    "folders": [{"id": 1, "name": "Favorites", "isOpened": True}, {"id": 0, "name": "Other accounts", "isOpened": True}, {"id": 2, "name": "Team", "isOpened": True}], "backupInfo": {}})

# Steam Desktop Authenticator: Jessecar96/SteamDesktopAuthenticator and geel9/SteamAuth, SteamGuardAccount
save_json("76561198000000000.maFile", {"shared_secret": base64.b64encode(raw(OTHER)).decode(), "serial_number": "1", "revocation_code": "R12345", "uri": f"otpauth://totp/Steam:ann?secret={OTHER}&issuer=Steam", "server_time": 1700000000, "account_name": "ann", "token_gid": "a", "identity_secret": "YQ==", "secret_1": "YQ==", "status": 1, "device_id": "android:x", "fully_enrolled": True, "Session": {"SteamID": 76561198000000000}})

# 2FAuth: Bubka/2FAuth, TwoFAccountExportCollection and TwoFAccountExportResource; the second has links alone, which it decodes
twofauth = lambda kind, service, account, secret, digits, algorithm, period, counter, icon=None: {"otp_type": kind, "account": account, "service": service, "icon": "a.png" if icon else None, "icon_mime": "image/png" if icon else None, "icon_file": icon, "secret": secret, "digits": digits, "algorithm": algorithm, "period": period, "counter": counter, "legacy_uri": "x"}
save_json("2fauth.json", {"app": "2fauth_v5.6.0", "schema": 1, "datetime": "2026-01-15T12:00:00.000000Z", "data": [
    twofauth("totp", "Code host", "ann@example.org", RFC, 8, "sha512", 60, None, dot), twofauth("hotp", "Bank", "ann", HELLO, 7, "sha256", None, 41), twofauth("steamtotp", "Games", "ann", OTHER, 5, "sha1", 30, None)]})
save_json("2fauth-links.json", {"app": "2fauth_v5.6.0", "datetime": "2026-01-15T12:00:00.000000Z", "data": [{"uri": urllib.parse.unquote(HOST)}, {"uri": urllib.parse.unquote(BANK)}]})

# Authenticator, the browser extension: Authenticator-Extension/Authenticator, RawOTPStorage in src/definitions
extension = lambda place, kind, issuer, account, secret, **more: {"account": account, "hash": f"0000000{place}-0000-4000-8000-000000000000", "index": place, "issuer": issuer, "secret": secret, "type": kind, "encrypted": False, "counter": 0, **more}
entries = [extension(1, "hotp", "Bank", "ann", HELLO, counter=41, digits=7, algorithm="SHA256"), extension(0, "totp", "Code host::code.example", "ann@example.org", RFC, digits=8, period=60, algorithm="SHA512", pinned=True), extension(2, "steam", "Games", "ann", OTHER)]
save_json("authenticator-extension.json", {entry["hash"]: entry for entry in entries}, indent=2)

# Google Authenticator: the message of Protocol Buffers in otpauth-migration links (google/google-authenticator-android shows none of it; its fields as
# dim13/otpauth, migration/migration.proto, has them)
def field(number, value):
    if isinstance(value, int):
        out = bytes([number << 3])
        while value > 127:
            out, value = out + bytes([value & 127 | 128]), value >> 7
        return out + bytes([value])
    return bytes([number << 3 | 2, len(value)]) + value


account = lambda secret, name, issuer, algorithm, digits, kind, counter=None: field(1, raw(secret)) + field(2, name.encode()) + field(3, issuer.encode()) + field(4, algorithm) + field(5, digits) + field(6, kind) + (field(7, counter) if counter is not None else b"")
export = field(1, account(RFC, "Code host:ann@example.org", "Code host", 3, 2, 2)) + field(1, account(HELLO, "ann", "Bank", 2, 1, 1, 41)) + field(2, 1) + field(3, 1) + field(4, 0) + field(5, 1234567)
save("google.txt", "otpauth-migration://offline?data=" + quote(base64.b64encode(export).decode()) + "\n")

# Bitwarden: https://bitwarden.com/help/condition-bitwarden-import/, bitwarden/clients, libs/common/src/models/export/login.export.ts
bitwarden = lambda name, totp, **more: {"passwordHistory": None, "revisionDate": "2026-01-15T12:00:00.000Z", "creationDate": "2026-01-15T12:00:00.000Z", "deletedDate": None, "id": name, "organizationId": None, "folderId": None, "type": 1, "reprompt": 0, "name": name, "notes": None, "favorite": False, "login": {"fido2Credentials": [], "uris": [], "username": "ann", "password": "never read", "totp": totp}, "collectionIds": None, **more}
save_json("bitwarden.json", {"encrypted": False, "folders": [{"id": "f1", "name": "Team"}], "items": [
    bitwarden("Code host", HOST, folderId="f1", notes="work", favorite=True), bitwarden("Games", f"steam://{OTHER}"), bitwarden("Gone", BANK, deletedDate="2026-01-15T12:00:00.000Z"),
    bitwarden("Bank", None, fields=[{"name": "Second factor", "value": BANK, "type": 1, "linkedId": None}]), bitwarden("None", None)]}, indent=2)
# bitwarden/authenticator-android, ExportJsonData and its CSV
save_json("bitwarden-authenticator.json", {"encrypted": False, "items": [{"id": "a", "name": "Code host", "folderId": None, "organizationId": None, "collectionIds": None, "notes": None, "type": 1, "login": {"totp": HOST}, "favorite": True}]})
save_table("bitwarden-authenticator.csv", [["folder", "favorite", "type", "name", "login_uri", "login_totp", "issuer", "period", "digits"], ["", "1", "1", "ann@example.org", "", HOST, "Code host", "60", "8"]])
save_table("bitwarden.csv", [["folder", "favorite", "type", "name", "notes", "fields", "reprompt", "login_uri", "login_username", "login_password", "login_totp"], ["Team", "1", "login", "Code host", "work", "", "0", "", "ann@example.org", "never read", HOST], ["", "", "login", "None", "", "", "0", "", "ann", "never read", ""]])

# LastPass: https://support.lastpass.com/s/document-item?topicId=LastPass/export-passwords, as bitwarden/clients, lastpass-csv-importer.ts reads it
save_table("lastpass.csv", [["url", "username", "password", "totp", "extra", "name", "grouping", "fav"], ["https://code.example", "ann@example.org", "never read", RFC, "work", "Code host", "Team\\Web", "1"], ["http://sn", "", "", "", "a note", "None", "", "0"]])

# Apple Passwords: the file that macOS writes, as keepassxreboot/keepassxc and bitwarden/clients (safari-csv-importer.ts) read it
save_table("apple.csv", [["Title", "URL", "Username", "Password", "Notes", "OTPAuth"], ["code.example (ann)", "https://code.example/", "ann@example.org", "never read", "work", HOST], ["None", "", "ann", "never read", "", ""]])

# KeePassXC: keepassxreboot/keepassxc, CsvExporter
save_table("keepassxc.csv", [["Group", "Title", "Username", "Password", "URL", "Notes", "TOTP", "Icon", "Last Modified", "Created"], ["Passwords/Team", "Code host", "ann@example.org", "never read", "", "work", HOST, "0", "2026-01-15T12:00:00Z", "2026-01-15T12:00:00Z"], ["Passwords/Recycle Bin", "Gone", "ann", "x", "", "", BANK, "0", "", ""]], all_quoted=True)

# 1Password 8: https://support.1password.com/export/
save_table("1password.csv", [["Title", "Url", "Username", "Password", "OTPAuth", "Favorite", "Archived", "Tags", "Notes"], ["Code host", "https://code.example", "ann@example.org", "never read", HOST, "true", "false", "Team;Web", "work"]])

# Proton Pass: ProtonMail/WebClients, packages/pass/lib/export/csv.ts
save_table("proton-pass.csv", [["type", "name", "url", "email", "username", "password", "note", "totp", "createTime", "modifyTime", "vault"], ["login", "Code host", "https://code.example", "", "ann@example.org", "never read", "work", HOST, "1700000000", "1700000000", "Personal"], ["note", "None", "", "", "", "", "text", "", "1700000000", "1700000000", "Personal"]], end="\r\n")

# Dashlane: https://support.dashlane.com/hc/en-us/articles/202625092, as ProtonMail/WebClients, dashlane.csv.reader.ts, reads it; and its JSON
save_table("dashlane.csv", [["username", "username2", "username3", "title", "password", "note", "url", "category", "otpUrl"], ["ann@example.org", "", "", "Code host", "never read", "work", "https://code.example", "Team", HOST]])
save_json("dashlane.json", {"AUTHENTIFIANT": [{"domain": "code.example", "email": "", "login": "ann@example.org", "note": "work", "otpSecret": "", "otpUrl": HOST, "password": "never read", "secondaryLogin": "", "title": "Code host"}], "EMAIL": []})

# Enpass: ProtonMail/WebClients, packages/pass/lib/import/providers/enpass/enpass.types.ts
enpass_field = lambda kind, value, **more: {"deleted": 0, "label": kind, "order": 1, "sensitive": 0, "type": kind, "uid": 10, "updated_at": 1700000000, "value": value, "value_updated_at": 1700000000, **more}
save_json("enpass.json", {"folders": [{"icon": "1", "parent_uuid": "", "title": "Team", "updated_at": 1700000000, "uuid": "f1"}], "items": [{"archived": 0, "auto_submit": 1, "category": "login", "createdAt": 1700000000, "favorite": 1, "fields": [enpass_field("username", "ann@example.org"), enpass_field("password", "never read", sensitive=1), enpass_field("totp", HOST)], "folders": ["f1"], "note": "work", "subtitle": "ann@example.org", "template_type": "login.default", "title": "Code host", "trashed": 0, "updated_at": 1700000000, "uuid": "i1"}]}, indent=4)

# Keeper: bitwarden/clients, libs/importer/src/importers/spec-data/keeper-json; names of fields with and without a number behind them
save_json("keeper.json", {"shared_folders": [], "records": [
    {"title": "Code host", "uid": "a", "login": "ann@example.org", "password": "never read", "login_url": "https://code.example", "notes": "work", "$type": "login", "last_modified": 1700000000, "custom_fields": {"$oneTimeCode": HOST}, "folders": [{"folder": "Team"}]},
    {"uid": 2, "title": "Bank", "$type": "login", "login": "ann", "custom_fields": {"$oneTimeCode::1": BANK}}]}, indent=2)

# RoboForm: ProtonMail/WebClients, roboform.reader.ts
save("roboform.csv", f"Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2\r\nPlain,https://a.example,https://a.example,'@ann,never read,work,/Team,\"User ID$,,,txt,ann\",\"TOTP KEY$,,,txt,{HELLO}\"\r\n")

# Zoho Vault: bitwarden/clients, libs/importer/src/importers/spec-data/zohovault
save("zoho-vault.csv", '"Password Name","Description","Password URL","SecretData","Notes","CustomData","Tags","Classification","Favorite","TOTP","Folder Name"\n' + f'Code host,,https://code.example,"SecretType:Web Account\nUser Name:ann@example.org\nPassword:never read\n","work","",,E,1,otpauth://totp?secret={RFC}&algorithm=SHA512&period=60&digits=8,Team')

# Authme: Levminer/authme, interface/windows/export/index.ts and interface/utils/convert.ts
AUTHME = f"\nName:   ann@example.org \nSecret: {RFC} \nIssuer: Code host \nType:   OTP_TOTP\n\nName:   ann \nSecret: {HELLO} \nIssuer: Plain \nType:   OTP_TOTP\n"
save("codes.authme", json.dumps({"role": "codes", "encrypted": False, "codes": base64.b64encode(AUTHME.encode()).decode(), "date": "2026-01-15", "version": 3}, indent="\t"))

# Symantec VIP: dlenski/python-vipaccess, vipaccess/cli.py, provision
save("vipaccess.vipaccess", f"version 1\nsecret {RFC}\nid VSST12345678\nexpiry 2030-01-15T12:00:00.000Z\n")

# Lists that scripts write from Google's QR codes: scito/extract_otp_secrets, write_csv and write_json
named = [{"name": "Code host:ann@example.org", "secret": RFC, "issuer": "Code host", "type": "totp", "counter": None, "url": HOST}, {"name": "ann", "secret": HELLO, "issuer": "Bank", "type": "hotp", "counter": 41, "url": BANK}]
save_table("extracted.csv", [list(named[0])] + [[value if value is not None else "" for value in one.values()] for one in named])
save_json("extracted.json", named, indent=4)
# The same without the links, as people keep them in a spreadsheet
save_table("spreadsheet.csv", [["issuer", "account", "secret", "type", "algorithm", "digits", "period", "counter"], ["Code host", "ann@example.org", RFC, "TOTP", "SHA512", "8", "60", ""], ["Bank", "ann", HELLO, "HOTP", "SHA256", "7", "", "41"], ["Games", "ann", OTHER, "Steam", "", "", "", ""]])

# Chrome: https://support.google.com/chrome/answer/95606; it has no keys, but its notes may
save_table("chrome.csv", [["name", "url", "username", "password", "note"], ["Bank", "https://bank.example", "ann", "never read", f"work\n{BANK}"]])

# WinAuth: winauth/winauth, WinAuthHelper.ExportAuthenticators; FreeOTP+: helloworld1/FreeOTPPlus, exported links
save("winauth-2026-01-15.txt", f"otpauth://totp/Code%20host?secret={RFC}&digits=8&algorithm=SHA512&period=60\r\notpauth://hotp/Bank?secret={HELLO}&digits=7&algorithm=SHA256&counter=41\r\n")
save("links.txt", f"# Keys of mine\n{HOST}\n{BANK}\n{GAMES}\n")

# Credential Exchange Format 1.0 of the FIDO Alliance, as bitwarden/sdk-internal, crates/bitwarden-exporters/resources writes it
field = lambda value: {"id": "Zg", "fieldType": "string", "value": value}
save_json("credential-exchange.json", {
    "version": {"major": 1, "minor": 0}, "exporterRpId": "exporter.example.com", "exporterDisplayName": "Exporter", "timestamp": 1705228800,
    "accounts": [{"id": "YQ", "username": "ann", "email": "ann@example.org",
        "collections": [{"id": "Yw", "title": "Team", "items": [{"item": "MQ", "account": "YQ"}], "subCollections": []}],
        "items": [
            {"id": "MQ", "title": "Code host", "favorite": True, "tags": [], "credentials": [
                {"type": "basic-auth", "username": field("ann@example.org"), "password": field("x")},
                {"type": "totp", "secret": RFC, "period": 60, "digits": 8, "issuer": "Code host", "algorithm": "sha512", "username": "ann@example.org"},
                {"type": "note", "content": field("work")}]},
            {"id": "Mg", "title": "Plain", "credentials": [{"type": "basic-auth", "username": field("ann")}, {"type": "totp", "secret": HELLO, "period": 30, "digits": 6, "algorithm": "sha1"}]}]}],
}, indent=2)

# SafeInCloud: its XML export, as bitwarden/clients, libs/importer, spec-data/safeincloud describes it
save("safe-in-cloud.xml", f"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<database>    <!-- LABELS -->
    <label name="Team" id="1"></label>    <!-- TEMPLATES -->
    <card title="Web Account" id="102" symbol="web_site" color="gray" template="true" autofill="on"><field name="One-time password" type="one_time_password"></field></card>
    <card title="Code host" id="2" symbol="web_site" color="gray" star="true" autofill="on">
        <field name="Login" type="login" autofill="username">ann@example.org</field>
        <field name="Password" type="password">x &amp;lt; y</field>
        <field name="One-time password" type="one_time_password">{HOST.replace("&", "&amp;")}</field>
        <notes>work</notes>
        <label_id>1</label_id>
    </card>
    <card title="Plain" id="3"><field name="Login" type="login">ann</field><field name="One-time password" type="one_time_password">{HELLO}</field></card>
    <card title="Gone" id="4" deleted="true"><field name="One-time password" type="one_time_password">{HELLO}</field></card>
</database>
""")

# Delinea Secret Server: its XML export, as bitwarden/clients, libs/importer, delinea-xml-importer reads it
def delinea(name, folder, key, **fields):
    items = "".join(f"<SecretItem><FieldName>{slug.title()}</FieldName><Slug>{slug}</Slug><Value>{value}</Value></SecretItem>" for slug, value in fields.items())
    return f"<Secret><SecretName>{name}</SecretName><SecretTemplateName>Web Password</SecretTemplateName><FolderPath>{folder}</FolderPath><SiteId>-1</SiteId>{f'<TotpKey>{key}</TotpKey>' if key else '<TotpKey />'}<TotpBackupCodes /><SecretItems>{items}</SecretItems><SecretDependencies /></Secret>"


delinea_team = "\\Work\\Team"
save("delinea.xml", f"""<?xml version="1.0" encoding="utf-8"?>
<ImportFile xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <Folders><Folder><FolderName>Team</FolderName><FolderPath>{delinea_team}</FolderPath><Permissions /></Folder></Folders>
  <Secrets>{delinea("Code host", delinea_team, RFC, username="ann@example.org", password="x", notes="work")}{delinea("Plain", "", HELLO, username="ann")}{delinea("None", "", "", username="ann", password="x")}</Secrets>
  <Groups />
</ImportFile>
""")

# Keeper: Keeper-Security/Commander, keepercommander/importer/csv, which has no header
save_table("keeper.csv", [
    ["Team", "Code host", "ann@example.org", "x", "https://host.example", "work", "", "API Key", "1", "TFC:Keeper", HOST],
    ["", "None", "ann", "x", "", "", ""],
    ["", "Bank", "ann", "x", "", "", "Team#edit", "TFC:Keeper", BANK]], all_quoted=True)

# Enpass: its CSV export, as bitwarden/clients, libs/importer, enpass-csv-importer reads it
save("enpass.csv", f"""\"Title","Field","Value","Field","Value",.........,"Note"
"Plain","Username","ann","Password","x","TOTP","{HELLO}","work"
""")

# Synology C2 Password; and KeePass as scito/extract_otp_secrets writes it
save_table("synology.csv", [["Display_Name", "Login_Username", "Login_Password", "Login_URLs", "Login_TOTP", "Notes", "Favorite"], ["Code host", "ann@example.org", "x", "", HOST, "work", "1"]])
save_table("keepass-hotp.csv", [["Title", "User Name", "HmacOtp-Secret-Base32", "HmacOtp-Counter", "Group"], ["Bank", "ann", HELLO, "41", "Team"]])

# Psono: psono/psono-client, src/js/services/export.js; items as src/js/services/item-blueprint.js has them
save_json("psono.json", {
    "name": "Datastore", "folders": [
        {"name": "Team", "items": [{
            "type": "website_password", "name": "Code host", "urlfilter": "host.example", "website_password_title": "Code host",
            "website_password_url": "https://host.example", "website_password_username": "ann@example.org", "website_password_password": "x",
            "website_password_notes": "work", "website_password_totp_period": 60, "website_password_totp_algorithm": "SHA512",
            "website_password_totp_digits": 8, "website_password_totp_code": RFC}]},
        {"name": "Gone", "deleted": True, "items": [{"type": "totp", "name": "Old", "totp_title": "Old", "totp_code": HELLO}]}],
    "items": [
        {"type": "totp", "name": "Plain", "totp_title": "Plain", "totp_period": 30, "totp_algorithm": "SHA1", "totp_digits": 6, "totp_code": HELLO, "totp_notes": ""},
        {"type": "totp", "name": "Old", "totp_title": "Old", "totp_code": OTHER, "deleted": True},
        {"type": "note", "name": "A note", "note_title": "A note", "note_notes": "nothing"}]})

# Passman of Nextcloud: nextcloud/passman, js/app/services/credentialservice.js has the fields, js/app/controllers/edit_credential.js what is kept of
# a QR code, js/exporters/exporter-json.js and exporter-csv.js write them; its own importer reads back no settings and no link
def passman(label, otp, **more):
    return {"credential_id": 1, "guid": "5A1B", "user_id": "ann", "label": label, "description": "", "created": 1700000000, "changed": 1700000000, "tags": [], "email": "", "icon": None, "username": "ann", "password": "x", "url": "", "favicon": None, "renew_interval": 0, "expire_time": 0, "delete_time": 0, "files": [], "custom_fields": [], "otp": otp, "compromised": False, "hidden": 0, **more}


def passman_scanned(kind, label, issuer, secret, link, algorithm="SHA1", period=30, digits=6):
    return {"type": kind, "label": label, "qr_uri": {"qrData": link, "image": "data:image/png;base64," + dot}, "issuer": issuer, "secret": secret, "algorithm": algorithm, "period": period, "digits": digits}


passman_all = [
    passman("Code host", passman_scanned("totp", "/Code host:ann@example.org", "Code host", RFC, HOST, "SHA512", 60, 8), description="work", tags=[{"text": "Team"}], icon={"type": "png", "content": dot}),
    passman("Plain", {"secret": f"{HELLO[:4]} {HELLO[4:]}"}, description="work", custom_fields=[{"label": "Hint", "value": "none", "secret": False, "field_type": "text"}]),
    passman("Bank", passman_scanned("hotp", "//hotp/Bank:ann", "Bank", HELLO, BANK, "SHA256", 30, 7), username="nobody"),
    passman("Back again", {"issuer": "Old", "label": "Old:ann", "qr_uri": {"qrData": ""}, "secret": HELLO, "type": "hotp"}),
    passman("Gone", {"secret": OTHER}, delete_time=1700000000.5),
    passman("Without", {}), passman("Emptied", {"secret": ""})]
save_json("passman.json", passman_all)
passman_text = lambda value: "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
passman_cell = lambda name, value: "[" + ",".join(tag["text"] for tag in value) + "]" if name == "tags" else json.dumps(value, separators=(",", ":")) if name in ("custom_fields", "files", "otp", "icon") else passman_text(value)
passman_columns = ["label", "description", "created", "changed", "tags", "email", "icon", "username", "password", "url", "renew_interval", "expire_time", "delete_time", "files", "custom_fields", "otp", "compromised", "hidden"]
save_table("passman.csv", [passman_columns] + [[passman_cell(name, one[name]) for name in passman_columns] for one in passman_all], all_quoted=True)

# NordPass: its CSV, with fields of a person's own as JSON, as bitwarden/clients, libs/importer, nordpass-csv-importer has its columns
save_table("nordpass.csv", [
    ["name", "url", "additional_urls", "username", "password", "note", "cardholdername", "cardnumber", "cvc", "pin", "expirydate", "zipcode", "folder", "full_name", "phone_number", "email", "address1", "address2", "city", "country", "state", "type", "custom_fields"],
    ["Team", *[""] * 20, "folder", ""],
    ["Code host", "https://host.example", "[]", "ann@example.org", "x", "work", *[""] * 6, "Team", *[""] * 8, "password", json.dumps([{"label": "2FA", "type": "hidden", "value": HOST}])]])

# Buttercup: its CSV, as bitwarden/clients, libs/importer, buttercup-csv-importer reads it; a column for each name of a property
save_table("buttercup.csv", [
    ["!group_id", "!group_name", "title", "username", "password", "URL", "id", "2FA"],
    ["1", "Root/Team", "Code host", "ann@example.org", "x", "https://host.example", "2", HOST],
    ["1", "Root/Team", "Mail", "ann", "x", "https://mail.example", "3", ""]])

# OTPClient: paolostivanin/OTPClient, the list that its database holds
save_json("otpclient.json", [
    {"type": "TOTP", "label": "ann@example.org", "issuer": "Code host", "secret": RFC, "digits": 8, "algo": "SHA512", "period": 60},
    {"type": "HOTP", "label": "ann", "issuer": "Bank", "secret": HELLO, "digits": 7, "algo": "SHA256", "counter": 41}])
